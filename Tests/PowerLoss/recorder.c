// A file system over a folder that writes down what is done to it, in order: what reached the disk when the power went is
// then anybody's choice. See cut.py, which reads what this writes.
//
//   recorder LOG FOLDER MOUNTPOINT
//
// Each record of LOG is a letter, two numbers of eight bytes and two texts, each with its length before it:
//   C path, number        a file was made          W number, offset, bytes   some of it was written
//   T number, size        it was cut or extended   S number                  it was flushed
//   M, X path             a folder was made, removed                         D path   a folder was flushed
//   R, L from, to         a name was changed, given                          U path   a name was taken away
//   N text                what was written to the file ".mark": not part of it
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int folder;
static FILE *record;

static void text(const void *bytes, uint64_t length) {
    fwrite(&length, sizeof length, 1, record);
    fwrite(bytes, 1, length, record);
}

static void note(char kind, uint64_t number, uint64_t place, const void *one, uint64_t length, const char *other) {
    fputc(kind, record);
    fwrite(&number, sizeof number, 1, record);
    fwrite(&place, sizeof place, 1, record);
    text(one, length);
    text(other, strlen(other));
    fflush(record);
}

static void note_path(char kind, uint64_t number, const char *path, const char *other) {
    note(kind, number, 0, path, strlen(path), other);
}

static uint64_t number_of(int file) {
    struct stat status;
    return fstat(file, &status) ? 0 : status.st_ino;
}

static const char *inside(const char *path) { return path[1] ? path + 1 : "."; }
static int is_mark(const char *path) { return path && !strcmp(path, "/.mark"); }
static int result(long value) { return value < 0 ? -errno : 0; }

static int get_attributes(const char *path, struct stat *status, struct fuse_file_info *info) {
    return result(info ? fstat((int)info->fh, status) : fstatat(folder, inside(path), status, AT_SYMLINK_NOFOLLOW));
}

static int read_folder(
    const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *info,
    enum fuse_readdir_flags flags) {
    (void)offset, (void)info, (void)flags;
    int descriptor = openat(folder, inside(path), O_RDONLY | O_DIRECTORY);
    DIR *list = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!list) return -errno;
    for (struct dirent *entry; (entry = readdir(list));) fill(buffer, entry->d_name, NULL, 0, 0);
    closedir(list);
    return 0;
}

static int open_file(const char *path, struct fuse_file_info *info) {
    int file = openat(folder, inside(path), info->flags & ~(O_TRUNC | O_APPEND));
    if (file < 0) return -errno;
    info->fh = (uint64_t)file;
    if (!(info->flags & O_TRUNC)) return 0;
    if (!is_mark(path)) note('T', number_of(file), 0, "", 0, "");
    return result(ftruncate(file, 0));
}

static int make_file(const char *path, mode_t mode, struct fuse_file_info *info) {
    int file = openat(folder, inside(path), (info->flags & ~O_APPEND) | O_CREAT, mode);
    if (file < 0) return -errno;
    info->fh = (uint64_t)file;
    if (!is_mark(path)) note_path('C', number_of(file), path, "");
    return 0;
}

static int read_file(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
    (void)path;
    ssize_t count = pread((int)info->fh, buffer, size, offset);
    return count < 0 ? -errno : (int)count;
}

static int write_file(const char *path, const char *bytes, size_t size, off_t offset, struct fuse_file_info *info) {
    if (is_mark(path)) {
        note('N', 0, 0, bytes, size, "");
        return (int)size;
    }
    ssize_t count = pwrite((int)info->fh, bytes, size, offset);
    if (count < 0) return -errno;
    note('W', number_of((int)info->fh), (uint64_t)offset, bytes, (uint64_t)count, "");
    return (int)count;
}

static int cut_file(const char *path, off_t size, struct fuse_file_info *info) {
    if (is_mark(path)) return 0;
    int file = info ? (int)info->fh : openat(folder, inside(path), O_WRONLY);
    if (file < 0) return -errno;
    int status = result(ftruncate(file, size));
    if (!status) note('T', number_of(file), (uint64_t)size, "", 0, "");
    if (!info) close(file);
    return status;
}

static int flush_file(const char *path, int only_data, struct fuse_file_info *info) {
    (void)path, (void)only_data;
    note('S', number_of((int)info->fh), 0, "", 0, "");
    return 0;
}

static int flush_folder(const char *path, int only_data, struct fuse_file_info *info) {
    (void)only_data, (void)info;
    note_path('D', 0, path, "");
    return 0;
}

static int close_file(const char *path, struct fuse_file_info *info) {
    (void)path;
    return result(close((int)info->fh));
}

static int change_name(const char *from, const char *to, unsigned int flags) {
    if (flags) return -EINVAL;
    int status = result(renameat(folder, inside(from), folder, inside(to)));
    if (!status) note_path('R', 0, from, to);
    return status;
}

static int give_name(const char *from, const char *to) {
    int status = result(linkat(folder, inside(from), folder, inside(to), 0));
    if (!status) note_path('L', 0, from, to);
    return status;
}

static int take_name(const char *path) {
    int status = result(unlinkat(folder, inside(path), 0));
    if (!status && !is_mark(path)) note_path('U', 0, path, "");
    return status;
}

static int make_folder(const char *path, mode_t mode) {
    int status = result(mkdirat(folder, inside(path), mode));
    if (!status) note_path('M', 0, path, "");
    return status;
}

static int remove_folder(const char *path) {
    int status = result(unlinkat(folder, inside(path), AT_REMOVEDIR));
    if (!status) note_path('X', 0, path, "");
    return status;
}

static int set_mode(const char *path, mode_t mode, struct fuse_file_info *info) {
    return result(info ? fchmod((int)info->fh, mode) : fchmodat(folder, inside(path), mode, 0));
}

static int set_times(const char *path, const struct timespec times[2], struct fuse_file_info *info) {
    return result(info ? futimens((int)info->fh, times) : utimensat(folder, inside(path), times, 0));
}

static void *begin(struct fuse_conn_info *connection, struct fuse_config *configuration) {
    (void)connection;
    // Names are looked up anew: nothing is kept that the folder does not have.
    configuration->entry_timeout = configuration->attr_timeout = configuration->negative_timeout = 0;
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: %s LOG FOLDER MOUNTPOINT\n", arguments[0]);
        return 64;
    }
    record = fopen(arguments[1], "wb");
    folder = open(arguments[2], O_RDONLY | O_DIRECTORY);
    if (!record || folder < 0) {
        perror(arguments[0]);
        return 66;
    }
    umask(0);
    static const struct fuse_operations operations = {
        .init = begin, .getattr = get_attributes, .readdir = read_folder, .open = open_file, .create = make_file,
        .read = read_file, .write = write_file, .truncate = cut_file, .fsync = flush_file, .fsyncdir = flush_folder,
        .release = close_file, .rename = change_name, .link = give_name, .unlink = take_name, .mkdir = make_folder,
        .rmdir = remove_folder, .chmod = set_mode, .utimens = set_times,
    };
    // One thread: the order in which things are written down is that in which they happened.
    char *options[] = {arguments[0], "-f", "-s", arguments[3], NULL};
    return fuse_main(4, options, &operations, NULL);
}

import Foundation

/// A picture with a word in its comment, and what a library put before a real decoder does when it meets such a word.
enum HostilePicture {
    /// A blank PGM file of plain text, which Leptonica reads.
    static func named(_ word: String) -> Data {
        Data("P2\n# \(word)\n64 48\n255\n\(String(repeating: "200 ", count: 64 * 48))".utf8)
    }

    /// C that a library begins with: `obey` does what the words in some bytes say.
    static let obey = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static void obey(const void *data, size_t size) {
            if (memmem(data, size, "CRASH", 5)) raise(SIGSEGV);
            if (memmem(data, size, "EXIT", 4)) _exit(0);
            if (memmem(data, size, "SPIN", 4)) for (;;) {}
            if (memmem(data, size, "SLEEP", 5)) for (;;) sleep(1000);
            if (memmem(data, size, "EAT", 3)) {
                for (;;) {
                    char *block = malloc(1 << 20);
                    if (block == NULL) abort();
                    memset(block, 1, 1 << 20);
                }
            }
            if (memmem(data, size, "PRINT", 5) && write(1, "noise", 5) != 5) {}
        }

        """#
}

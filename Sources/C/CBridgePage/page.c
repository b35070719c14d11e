#include "cbridgepage.h"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};

static const unsigned char style_css[] = {
#embed "Page/style.css"
};

static const unsigned char app_js[] = {
#embed "Page/app.js"
};

static const unsigned char bridge_js[] = {
#embed "Page/bridge.js"
};

static const unsigned char host_js[] = {
#embed "Page/host.js"
};

static const unsigned char icon_svg[] = {
#embed "Page/icon.svg"
};

static const struct cbridgepage_file files[] = {
    {"index.html", index_html, sizeof index_html},
    {"style.css", style_css, sizeof style_css},
    {"app.js", app_js, sizeof app_js},
    {"bridge.js", bridge_js, sizeof bridge_js},
    {"host.js", host_js, sizeof host_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
};

const struct cbridgepage_file *cbridgepage_files(void) { return files; }

size_t cbridgepage_count(void) { return sizeof files / sizeof files[0]; }

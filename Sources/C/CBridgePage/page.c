#include "cbridgepage.h"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};

static const unsigned char desk_html[] = {
#embed "Page/desk.html"
};

static const unsigned char style_css[] = {
#embed "Page/style.css"
};

static const unsigned char desk_css[] = {
#embed "Page/desk.css"
};

static const unsigned char app_js[] = {
#embed "Page/app.js"
};

static const unsigned char away_js[] = {
#embed "Page/away.js"
};

static const unsigned char card_js[] = {
#embed "Page/card.js"
};

static const unsigned char desk_js[] = {
#embed "Page/desk.js"
};

static const unsigned char digits_js[] = {
#embed "Page/digits.js"
};

static const unsigned char intact_js[] = {
#embed "Page/intact.js"
};

static const unsigned char elements_js[] = {
#embed "Page/elements.js"
};

static const unsigned char files_js[] = {
#embed "Page/files.js"
};

static const unsigned char access_js[] = {
#embed "Page/access.js"
};

static const unsigned char camera_js[] = {
#embed "Page/camera.js"
};

static const unsigned char mrz_scan_js[] = {
#embed "Page/mrz-scan.js"
};

static const unsigned char visitor_js[] = {
#embed "Page/visitor.js"
};

static const unsigned char phone_html[] = {
#embed "Page/phone.html"
};

static const unsigned char phone_js[] = {
#embed "Page/phone.js"
};

static const unsigned char stage_js[] = {
#embed "Page/stage.js"
};

static const unsigned char settings_js[] = {
#embed "Page/settings.js"
};

static const unsigned char texts_js[] = {
#embed "Page/texts.js"
};

static const unsigned char toast_js[] = {
#embed "Page/toast.js"
};

static const unsigned char visit_js[] = {
#embed "Page/visit.js"
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

static const unsigned char regions_json[] = {
#embed "Page/regions.json"
};

static const unsigned char texts_en_json[] = {
#embed "Page/texts/en.json"
};

static const unsigned char texts_de_json[] = {
#embed "Page/texts/de.json"
};

static const unsigned char texts_fr_json[] = {
#embed "Page/texts/fr.json"
};

static const unsigned char texts_es_json[] = {
#embed "Page/texts/es.json"
};

static const unsigned char texts_ar_json[] = {
#embed "Page/texts/ar.json"
};

static const unsigned char texts_zh_json[] = {
#embed "Page/texts/zh.json"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct cbridgepage_file files[] = {
    FILE_OF("index.html", index_html),
    FILE_OF("desk.html", desk_html),
    FILE_OF("style.css", style_css),
    FILE_OF("desk.css", desk_css),
    FILE_OF("app.js", app_js),
    FILE_OF("away.js", away_js),
    FILE_OF("card.js", card_js),
    FILE_OF("desk.js", desk_js),
    FILE_OF("digits.js", digits_js),
    FILE_OF("intact.js", intact_js),
    FILE_OF("elements.js", elements_js),
    FILE_OF("files.js", files_js),
    FILE_OF("access.js", access_js),
    FILE_OF("camera.js", camera_js),
    FILE_OF("mrz-scan.js", mrz_scan_js),
    FILE_OF("visitor.js", visitor_js),
    FILE_OF("phone.html", phone_html),
    FILE_OF("phone.js", phone_js),
    FILE_OF("stage.js", stage_js),
    FILE_OF("settings.js", settings_js),
    FILE_OF("texts.js", texts_js),
    FILE_OF("toast.js", toast_js),
    FILE_OF("visit.js", visit_js),
    FILE_OF("bridge.js", bridge_js),
    FILE_OF("host.js", host_js),
    FILE_OF("icon.svg", icon_svg),
    FILE_OF("regions.json", regions_json),
    FILE_OF("texts/en.json", texts_en_json),
    FILE_OF("texts/de.json", texts_de_json),
    FILE_OF("texts/fr.json", texts_fr_json),
    FILE_OF("texts/es.json", texts_es_json),
    FILE_OF("texts/ar.json", texts_ar_json),
    FILE_OF("texts/zh.json", texts_zh_json),
};

const struct cbridgepage_file *cbridgepage_files(void) { return files; }

size_t cbridgepage_count(void) { return sizeof files / sizeof files[0]; }

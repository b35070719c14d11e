"""Monospaced typefaces that Debian packages, besides OCR-B: which the network learns, and which only test it.

People draw MRZs with what their machine has. Italics, outlines and faces whose capitals are no capitals are left out.
"""
ROOT = "/usr/share/fonts/"

# name: (package, file)
LEARNT = {
    "OCR-A": ("fonts-ocr-a", "truetype/ocr-a/OCRA.ttf"),
    "DejaVu Sans Mono": ("fonts-dejavu-core", "truetype/dejavu/DejaVuSansMono.ttf"),
    "DejaVu Sans Mono Bold": ("fonts-dejavu-core", "truetype/dejavu/DejaVuSansMono-Bold.ttf"),
    "Liberation Mono": ("fonts-liberation", "truetype/liberation/LiberationMono-Regular.ttf"),
    "Liberation Mono Bold": ("fonts-liberation", "truetype/liberation/LiberationMono-Bold.ttf"),
    "Noto Sans Mono": ("fonts-noto-mono", "truetype/noto/NotoSansMono-Regular.ttf"),
    "Noto Sans Mono Bold": ("fonts-noto-mono", "truetype/noto/NotoSansMono-Bold.ttf"),
    "JetBrains Mono": ("fonts-jetbrains-mono", "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf"),
    "JetBrains Mono Bold": ("fonts-jetbrains-mono", "truetype/jetbrains-mono/JetBrainsMono-Bold.ttf"),
    "Hack": ("fonts-hack", "truetype/hack/Hack-Regular.ttf"),
    "Hack Bold": ("fonts-hack", "truetype/hack/Hack-Bold.ttf"),
    "Fira Code": ("fonts-firacode", "truetype/firacode/FiraCode-Regular.ttf"),
    "Fira Code Bold": ("fonts-firacode", "truetype/firacode/FiraCode-Bold.ttf"),
    "Courier Prime": ("fonts-courier-prime", "opentype/courier-prime/Courier Prime.otf"),
    "Courier Prime Bold": ("fonts-courier-prime", "opentype/courier-prime/Courier Prime Bold.otf"),
    "Courier Prime Sans": ("fonts-courier-prime", "opentype/courier-prime/Courier Prime Sans.otf"),
    "FreeMono": ("fonts-freefont-ttf", "truetype/freefont/FreeMono.ttf"),
    "FreeMono Bold": ("fonts-freefont-ttf", "truetype/freefont/FreeMonoBold.ttf"),
    "Inconsolata": ("fonts-inconsolata", "truetype/inconsolata/Inconsolata.otf"),
    "Nimbus Mono PS": ("fonts-urw-base35", "opentype/urw-base35/NimbusMonoPS-Regular.otf"),
    "Nimbus Mono PS Bold": ("fonts-urw-base35", "opentype/urw-base35/NimbusMonoPS-Bold.otf"),
    "Anonymous Pro": ("fonts-anonymous-pro", "truetype/anonymous-pro/Anonymous Pro.ttf"),
    "League Mono": ("fonts-league-mono", "opentype/league-mono/LeagueMono-Regular.otf"),
    "Mononoki": ("fonts-mononoki", "truetype/mononoki/mononoki-Regular.ttf"),
    "Fantasque Sans Mono": ("fonts-fantasque-sans", "truetype/fantasque-sans/Normal/TTF/FantasqueSansMono-Regular.ttf"),
    "GNU Typewriter": ("fonts-gnutypewriter", "truetype/gnutypewriter/GNUTypewriter.ttf"),
    "M PLUS Code 60": ("fonts-mplus", "opentype/mplus/MplusCode60-Regular.otf"),
    "Thabit": ("fonts-hosny-thabit", "opentype/fonts-hosny-thabit/Thabit.ttf"),
}
LEFT_OUT = {
    "Agave": ("fonts-agave", "truetype/agave/agave-r-autohinted.ttf"),
    "B612 Mono": ("fonts-b612", "opentype/b612/B612Mono-Regular.otf"),
    "CMU Typewriter": ("fonts-cmu", "truetype/cmu/cmuntt.ttf"),
    "D2Coding": ("fonts-naver-d2coding", "truetype/naver-d2coding/D2Coding-Ver1.3.2-20180524-all.ttc"),
    "Hermit": ("fonts-hermit", "truetype/hermit/Hermit-medium.otf"),
    "IBM 3270": ("fonts-3270", "truetype/3270/3270-Regular.ttf"),
    "Monoid": ("fonts-monoid", "truetype/monoid/Monoid-Regular.ttf"),
    "Tlwg Mono": ("fonts-tlwg-mono-ttf", "truetype/tlwg/TlwgMono.ttf"),
    "Tlwg Typewriter": ("fonts-tlwg-typewriter-ttf", "truetype/tlwg/TlwgTypewriter.ttf"),
}
# The faces that documents are printed in, for comparison.
STANDARD = {"OCR-B": ("fonts-ocr-b", "opentype/ocr-b/OCRB.otf")}

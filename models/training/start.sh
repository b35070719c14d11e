#!/bin/bash
# start.sh DIR: the starter traineddata of 37 characters, without dictionaries, as DIR/ocrb/ocrb.traineddata
set -euo pipefail
mkdir -p "$1/script" && cd "$1"
printf 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<\n' > characters.txt
echo '# no Han characters' > script/radical-stroke.txt
unicharset_extractor --output_unicharset ocrb.unicharset --norm_mode 1 characters.txt
combine_lang_model --input_unicharset ocrb.unicharset --script_dir script --lang ocrb --output_dir . \
    --version_str 'mrz-scan ocrb 1'

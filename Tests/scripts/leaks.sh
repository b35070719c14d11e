#!/usr/bin/env bash
# Looks for leaks that grow: reads N and then 4 N pictures, and plays N and then 4 N frames, and compares what was in use
# at the most. Where valgrind is, it also lists what one picture leaves that another would leave again.
#
#   Tests/scripts/leaks.sh .build/release/mrz-scan [PICTURES [FRAMES]]
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -ge 1 ] || { echo "usage: $0 PROGRAM [PICTURES [FRAMES]]" >&2; exit 64; }
program=$(realpath "$1")
pictures=${2:-1000}
frames=${3:-10000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mapfile -t samples < <(find Samples/td1 Samples/td3 Samples/negatives -name '*.jpg' | sort | head -40)

# The most KiB that the program held while it ran with these arguments.
peak() {
    python3 - "$program" "$@" << 'END'
import resource, subprocess, sys
end = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
if end not in (0, 1):
    sys.exit(f"it ended with {end}")
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}

failed=0
compare() {
    echo "$1: $2 KiB at the most with $3, $4 KiB with $5"
    if [ "$4" -gt $(($2 + $2 / 10 + 2048)) ]; then
        echo "leaks: memory grows with the number of $1." >&2
        failed=1
    fi
}

list() { for ((i = 0; i < $1; i++)); do printf '%s\0' "${samples[i % ${#samples[@]}]}"; done > "$folder/list"; }
for isolation in none process; do
    list $((pictures / 4))
    few=$(peak batch --quiet --workers 1 --read-ahead 8 --isolation $isolation --files-from "$folder/list" -0)
    list "$pictures"
    many=$(peak batch --quiet --workers 1 --read-ahead 8 --isolation $isolation --files-from "$folder/list" -0)
    compare "pictures, isolation $isolation" "$few" $((pictures / 4)) "$many" "$pictures"
done
play() { peak --images Samples/td3/096-scan-rgb.jpg --images Samples/negatives/207-white.jpg --hold $(($1 / 2)) \
    --fps 1000 --continuous --format jsonl; }
few=$(play $((frames / 4)))
many=$(play "$frames")
compare frames "$few" $((frames / 4)) "$many" "$frames"

if command -v valgrind > /dev/null; then
    # Valgrind gives up on what Swift writes for debuggers.
    strip -o "$folder/program" "$program"
    lost() {
        valgrind --leak-check=full --show-leak-kinds=definite --log-file="$folder/valgrind" "$folder/program" scan --jobs 1 \
            --quiet "$@" > /dev/null || [ $? -eq 1 ] || return
        if grep -q 'All heap blocks were freed' "$folder/valgrind"; then
            echo 0
        else
            sed -n 's/.*definitely lost: \([0-9,]*\) bytes.*/\1/p' "$folder/valgrind" | tr -d ,
        fi
    }
    one=$(lost Samples/td3/096-scan-rgb.jpg)
    three=$(lost Samples/td3/096-scan-rgb.jpg Samples/td1/101-scan-rgb.jpg Samples/td3/096-scan-rgb.jpg)
    [[ $one =~ ^[0-9]+$ && $three =~ ^[0-9]+$ ]] || { echo "leaks: valgrind did not count." >&2; exit 1; }
    echo "valgrind: $one bytes definitely lost after 1 picture, $three after 3"
    if [ "$three" -gt "$one" ]; then
        echo "leaks: every picture leaves something." >&2
        failed=1
    fi
fi
exit $failed

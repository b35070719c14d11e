import ArgumentParser

/// The script that makes bash complete the program's words.
///
/// ArgumentParser's offers after the program's name the commands only: `scan`, whose name may be left out, takes paths
/// and options there as well.
enum BashCompletion {
    static func isScript(_ message: String) -> Bool { message.hasPrefix("#!/bin/bash\n") }

    /// The parser's script with what it leaves out.
    static func completed(_ script: String) -> String {
        let names = MRZScan.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        return script + """

            # The name of scan may be left out: what it takes is offered as well.
            _mrz-scan_or_scan() {
                COMPREPLY=()
                if [[ ${COMP_CWORD} -le 1 ]]; then
                    _mrz-scan "$@"
                else
                    case "${COMP_WORDS[1]}" in
                    \(names.joined(separator: "|"))|--help|-h|--version)
                        _mrz-scan "$@"
                        return
                        ;;
                    esac
                fi
                local -a offered=("${COMPREPLY[@]}")
                local -a words=("${COMP_WORDS[0]}" scan "${COMP_WORDS[@]:1}")
                local -i place="$((COMP_CWORD + 1))"
                local -a COMP_WORDS=("${words[@]}")
                local -i COMP_CWORD="${place}"
                COMPREPLY=()
                _mrz-scan "$@"
                local word
                for word in "${offered[@]}"; do
                    [[ " ${COMPREPLY[*]} " == *" ${word} "* ]] || COMPREPLY+=("${word}")
                done
            }

            complete -o filenames -F _mrz-scan_or_scan mrz-scan
            """
    }
}

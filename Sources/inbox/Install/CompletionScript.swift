import ArgumentParser

/// The script with which a shell completes command lines.
nonisolated struct CompletionScript {
  private let program: any ParsableCommand.Type
  private let commands: [String]
  /// The options of any command that take a value.
  private let options: [String]

  init(of program: any ParsableCommand.Type, _ reference: CommandReference) {
    self.program = program
    let all = reference.command.subcommands ?? []
    commands = all.filter(\.shouldDisplay).map(\.commandName)
    func valued(_ command: CommandReference.Command) -> [String] {
      command.ownArguments.filter { $0.kind == "option" }.flatMap { $0.names ?? [] }.map(\.text)
        + (command.subcommands ?? []).flatMap(valued)
    }
    options = Set(valued(reference.command)).sorted()
  }

  /// ArgumentParser's script, adapted to lines that begin with options, as in ‘inbox --profile NAME list’: those are
  /// options of the command behind them, or of ‘open’, the default, where there is none, as for the program itself.
  func text(for shell: CompletionShell) -> String {
    let script = program.completionScript(for: shell)
    return (additions[shell] ?? []).reduce(script) { script, change in
      script.replacing(change.line, with: change.line + change.addition, maxReplacements: 1)
    }
  }

  /// The line of the script after which the words are known, and the code that reorders them then: the first word that
  /// is neither an option nor the value of one comes first.
  ///
  /// In bash also the code that adds a list, which would otherwise expand each word as a command line does.
  private var additions: [CompletionShell: [(line: String, addition: String)]] {
    let (anyOption, anyCommand) = (options.joined(separator: "|"), commands.joined(separator: "|"))
    return [
      .bash: [
        (
          "__inbox_add_completions() {\n    local completion",
          #"""

              if [[ "${1}" == -W ]]; then
                  while IFS='' read -r completion; do
                      if [[ -n "${completion}" && "${completion:0:${#cur}}" == "${cur}" ]]; then
                          COMPREPLY+=("${completion}")
                      fi
                  done <<<"${2}"
                  return
              fi
          """#
        ),
        (
          #"    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")"#,
          #"""

              if [[ "${unparsed_words[0]}" == -* ]]; then
                  local -i at=0 last=$((${#unparsed_words[@]} - 1))
                  while [[ "${at}" -lt "${last}" && "${unparsed_words[at]}" == -* ]]; do
                      case "${unparsed_words[at]}" in
                      \#(anyOption)) at+=2 ;;
                      *) at+=1 ;;
                      esac
                  done
                  if [[ "${at}" -eq "${last}" && "${unparsed_words[at]}" != -* ]]; then
                      unparsed_words=("${unparsed_words[at]}")
                  elif [[ "${at}" -lt "${last}" && "${unparsed_words[at]}" == @(\#(anyCommand)) ]]; then
                      unparsed_words=("${unparsed_words[at]}" "${unparsed_words[@]:0:at}" "${unparsed_words[@]:at + 1}")
                  else
                      unparsed_words=(open "${unparsed_words[@]}")
                  fi
              fi
          """#
        ),
      ],
      .zsh: [
        (
          #"    local -ir current_word_index="$((CURRENT - 1))""#,
          #"""


              if [[ "${words[2]}" == -* ]]; then
                  local -i at=2
                  while (( at < CURRENT )) && [[ "${words[at]}" == -* ]]; do
                      case "${words[at]}" in
                      (\#(anyOption)) (( at += 2 )) ;;
                      (*) (( at += 1 )) ;;
                      esac
                  done
                  if (( at == CURRENT )) && [[ "${words[at]}" != -* ]]; then
                      words=("${words[1]}" "${(@)words[at,-1]}")
                      CURRENT=2
                  elif (( at < CURRENT )) && [[ "${words[at]}" == (\#(anyCommand)) ]]; then
                      words=("${words[1]}" "${words[at]}" "${(@)words[2,at-1]}" "${(@)words[at+1,-1]}")
                  else
                      words=("${words[1]}" open "${(@)words[2,-1]}")
                      (( CURRENT += 1 ))
                  fi
              fi
          """#
        )
      ],
      .fish: [
        (
          "    set -l unparsed_tokens (__inbox_tokens -pc)",
          #"""

              if string match -q -- '-*' "$unparsed_tokens[2]"
                  set -l at 2
                  while test $at -le (count $unparsed_tokens); and string match -q -- '-*' "$unparsed_tokens[$at]"
                      if contains -- "$unparsed_tokens[$at]" \#(options.joined(separator: " "))
                          set at (math $at + 2)
                      else
                          set at (math $at + 1)
                      end
                  end
                  if test $at -le (count $unparsed_tokens); and contains -- "$unparsed_tokens[$at]" \#(commands.joined(separator: " "))
                      set -l name $unparsed_tokens[$at]
                      set -e unparsed_tokens[$at]
                      set unparsed_tokens $unparsed_tokens[1] $name $unparsed_tokens[2..]
                  else if test $at -eq (math (count $unparsed_tokens) + 1); and not string match -q -- '-*' (commandline -ct)
                      set unparsed_tokens $unparsed_tokens[1]
                  else
                      set unparsed_tokens $unparsed_tokens[1] open $unparsed_tokens[2..]
                  end
              end
          """#
        )
      ],
    ]
  }
}

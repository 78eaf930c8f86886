import ArgumentParser

/// What a shell reads to complete command lines.
nonisolated enum CompletionScript {
  /// The script that ArgumentParser makes of the commands; where no command stands first, options are those of ‘open’, the
  /// default, as they are to the program itself.
  static func text(for shell: CompletionShell, of program: any ParsableCommand.Type) -> String {
    let script = program.completionScript(for: shell)
    guard let (line, addition) = defaults[shell] else { return script }
    return script.replacing(line, with: line + addition, maxReplacements: 1)
  }

  /// After which line of the script the words are separated, and how.
  private static let defaults: [CompletionShell: (line: String, addition: String)] = [
    .bash: (
      #"    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")"#,
      #"""

          [[ "${unparsed_words[0]}" != -* ]] || unparsed_words=(open "${unparsed_words[@]}")
      """#
    ),
    .zsh: (
      #"    local -ir current_word_index="$((CURRENT - 1))""#,
      #"""


          if [[ "${words[2]}" == -* ]]; then
              words=("${words[1]}" open "${(@)words[2,-1]}")
              (( CURRENT += 1 ))
          fi
      """#
    ),
    .fish: (
      "    set -l unparsed_tokens (__inbox_tokens -pc)",
      """

          if string match -q -- '-*' "$unparsed_tokens[2]"
              set unparsed_tokens $unparsed_tokens[1] open $unparsed_tokens[2..]
          end
      """
    ),
  ]
}

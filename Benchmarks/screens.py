#!/usr/bin/env python3
"""Records the demonstration on a real terminal and writes the pictures at the top of the README.

usage: Benchmarks/screens.py [PROGRAM]       (.build/debug/inbox where nothing is said)

The program runs in tmux; what stands in its cells, colours included, becomes an animated SVG, light and dark.
"""
import html, os, re, shutil, subprocess, sys, tempfile, time, unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ROOT + "/.build/debug/inbox"
TARGET = ROOT + "/Sources/InboxCore/InboxCore.docc/Resources"
COLUMNS, ROWS = 110, 32
CELL_WIDTH, CELL_HEIGHT, FONT = 8, 17, 13.3
SECONDS = 3.5
# What is pressed, and what the screen shows then.
SCENES = [
    (["Escape"], ["online", "Flash sale"]),
    (["/", "2", "1", "2", "Enter", "Enter"], ["Your top five", "▀▀▀▀"]),
    (["Escape", "Escape", "g", "j", "j", "E"], ["suppressed"]),
    (["E", "E", "F5"], ["Push banner", "Opened: not yet", "S  Skerrylight"]),
    (["v", "v", "v", "a", "a"], ["light", "dark"]),
    (["F5", "P"], ["Proof"]),
]
THEMES = {"light": ("light", "#ffffff", "#24292f"), "dark": ("dark", "#0d1117", "#e6edf3")}
BASIC = ["000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5",
         "7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff"]
LEVELS = [0, 95, 135, 175, 215, 255]


def palette(index):
    if index < 16:
        return "#" + BASIC[index]
    if index >= 232:
        return "#" + "%02x" % (8 + (index - 232) * 10) * 3
    index -= 16
    return "#%02x%02x%02x" % (LEVELS[index // 36], LEVELS[index // 6 % 6], LEVELS[index % 6])


class Look:
    """Colours and attributes, as the sequences of a line change them."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.front = self.back = None
        self.marks = frozenset()

    def take(self, numbers):
        numbers = [int(n or 0) for n in numbers]
        while numbers:
            n = numbers.pop(0)
            if n == 0:
                self.reset()
            elif n in (1, 2, 3, 4, 7):
                self.marks |= {n}
            elif n == 22:
                self.marks -= {1, 2}
            elif n in (23, 24, 27):
                self.marks -= {n - 20}
            elif n in (38, 48):
                kind = numbers.pop(0)
                if kind == 2:
                    color = "#%02x%02x%02x" % tuple(numbers[:3])
                    del numbers[:3]
                else:
                    color = palette(numbers.pop(0))
                self.front, self.back = (color, self.back) if n == 38 else (self.front, color)
            elif n == 39:
                self.front = None
            elif n == 49:
                self.back = None
            elif 30 <= n <= 37 or 90 <= n <= 97:
                self.front = palette(n - 30 if n < 40 else n - 82)
            elif 40 <= n <= 47 or 100 <= n <= 107:
                self.back = palette(n - 40 if n < 50 else n - 92)

    def colors(self, page, ink):
        front, back = self.front or ink, self.back or page
        return (back, front) if 7 in self.marks else (front, back)


def cells(text, page, ink):
    """The cells of each row: column, width, characters, colours, attributes."""
    # What a line ends with goes on in the next.
    rows, look = [], Look()
    for line in text.split("\n")[:ROWS]:
        column, row = 0, []
        for part in re.split(r"(\x1b\[[0-9;]*m|\x1b[()].|[\x0e\x0f])", line):
            match = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
            if match:
                look.take(match.group(1).split(";"))
            elif not part.startswith("\x1b") and part not in "\x0e\x0f":
                for letter in part:
                    if unicodedata.combining(letter) and row:
                        row[-1][2] += letter
                        continue
                    width = 2 if unicodedata.east_asian_width(letter) in "WF" else 1
                    row.append([column, width, letter, look.colors(page, ink), look.marks])
                    column += width
        rows.append(row)
    return rows


def drawing(text, page, ink):
    out = []
    for y, row in enumerate(cells(text, page, ink)):
        runs = []
        for column, width, letter, (front, back), marks in row:
            style = (front, back, marks)
            # Wide letters and blocks stand alone: a font has its own idea of them.
            alone = width == 2 or letter in "▀▄█" or ord(letter[0]) > 0x2500
            if runs and not alone and not runs[-1][4] and runs[-1][3] == style:
                runs[-1][1] += width
                runs[-1][2] += letter
            else:
                runs.append([column, width, letter, style, alone])
        top = y * CELL_HEIGHT
        for column, width, letters, (front, back, marks), _ in runs:
            x, w = column * CELL_WIDTH, width * CELL_WIDTH
            if back != page:
                out.append(f'<rect x="{x}" y="{top}" width="{w}" height="{CELL_HEIGHT}" fill="{back}"/>')
            if letters in ("▀", "▄"):
                half = CELL_HEIGHT / 2
                out.append(f'<rect x="{x}" y="{top + (half if letters == "▄" else 0)}" width="{w}" height="{half}" fill="{front}"/>')
            elif letters.strip():
                more = (' font-weight="bold"' if 1 in marks else "") + (' font-style="italic"' if 3 in marks else "")
                more += (' text-decoration="underline"' if 4 in marks else "") + (' opacity=".7"' if 2 in marks else "")
                lead = len(letters) - len(letters.lstrip(" "))
                shown = letters.strip(" ")
                length = "" if len(shown) != len(letters.strip(" ")) or width != len(letters) else f' textLength="{len(shown) * CELL_WIDTH}"'
                out.append(
                    f'<text x="{x + lead * CELL_WIDTH}" y="{top + CELL_HEIGHT * .76:.1f}" fill="{front}"{more}{length}>{html.escape(shown)}</text>')
    return "".join(out)


def svg(frames, page, ink):
    width, height = COLUMNS * CELL_WIDTH + 24, ROWS * CELL_HEIGHT + 24
    total, count = SECONDS * len(frames), len(frames)
    share = 100 / count
    style = "text{white-space:pre}"
    if count > 1:
        style += f".f{{visibility:hidden;animation:show {total}s step-end infinite}}"
        style += f"@keyframes show{{0%{{visibility:visible}}{share:.3f}%{{visibility:hidden}}}}"
        style += "".join(f".f{i}{{animation-delay:{i * SECONDS - (0 if i == 0 else 0)}s}}" for i in range(count))
    body = "".join(
        f'<g class="f f{i}">{drawing(frame, page, ink)}</g>' for i, frame in enumerate(frames))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<style>{style}</style>"
        f'<rect width="{width}" height="{height}" rx="8" fill="{page}"/>'
        f'<g transform="translate(12 12)" font-family="ui-monospace,SFMono-Regular,Menlo,DejaVu Sans Mono,monospace" font-size="{FONT}" xml:space="preserve">'
        f"{body}</g></svg>\n")


class Terminal:
    """The program in tmux, with folders of its own."""

    def __init__(self, folder, arguments, columns=COLUMNS, rows=ROWS):
        self.tmux = ["tmux", "-L", "screens-%d" % os.getpid(), "-f", "/dev/null"]
        environment = {
            "HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLORTERM": "truecolor", "TZ": "UTC",
            "XDG_CONFIG_HOME": folder + "/config", "XDG_STATE_HOME": folder + "/state"}
        pairs = [f"{name}={value}" for name, value in environment.items()]
        subprocess.run(
            self.tmux + ["new-session", "-d", "-x", str(columns), "-y", str(rows), "env", "-i", *pairs,
                         "TERM=tmux-256color", *arguments], check=True)

    def press(self, keys):
        for key in keys:
            subprocess.run(self.tmux + ["send-keys", key], check=True)
            # An Escape and what follows it at once would be another key.
            time.sleep(0.2)

    def screen(self):
        return subprocess.run(
            self.tmux + ["capture-pane", "-p", "-e", "-N"], check=True, capture_output=True, text=True).stdout

    def settled(self, words):
        """The screen that has the words and does not change any more."""
        end, last = time.monotonic() + 60, None
        while time.monotonic() < end:
            screen = self.screen()
            plain = re.sub(r"\x1b\[[0-9;]*m", "", screen)
            if screen == last and all(word in plain for word in words):
                return screen
            last = screen
            time.sleep(0.4)
        sys.exit(f"this did not come: {words}\n{last}")

    def end(self):
        subprocess.run(self.tmux + ["kill-server"], capture_output=True)


def record(theme, page, ink):
    folder = tempfile.mkdtemp()
    terminal = Terminal(folder, [PROGRAM, "demo", "--theme", theme])
    frames = []
    try:
        for keys, words in SCENES:
            terminal.press(keys)
            frames.append(terminal.settled(words))
    finally:
        terminal.end()
        shutil.rmtree(folder, ignore_errors=True)
    return svg(frames, page, ink)


def main():
    os.makedirs(TARGET, exist_ok=True)
    for name, (theme, page, ink) in THEMES.items():
        path = f"{TARGET}/demo-{name}.svg"
        with open(path, "w") as file:
            file.write(record(theme, page, ink))
        print(f"{path}: {os.path.getsize(path) // 1024} KB")


if __name__ == "__main__":
    main()

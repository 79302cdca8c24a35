package svg

import "strings"

// Theme is the colours of a picture.
type Theme uint8

// The themes.
const (
	ThemeAuto  Theme = iota // light or dark as the reader's system is, grey in print
	ThemeLight              // light
	ThemeDark               // dark
	ThemePrint              // black, white and grey, for paper
)

var themeNames = [...]string{"auto", "light", "dark", "print"}

// String returns the name of the theme: auto, light, dark or print. An invalid
// Theme is drawn as ThemeAuto, and its name is auto too.
func (t Theme) String() string {
	if int(t) >= len(themeNames) {
		t = ThemeAuto
	}
	return themeNames[t]
}

// A paint is what one class looks like in each theme.
type paint struct {
	class              string
	light, dark, print string
}

// shapes is what a class looks like in every theme.
const shapes = `.bb-grid,.bb-throne,.bb-corner{fill:none;stroke-width:1.5}` +
	`.bb-mark{fill:none;stroke-width:4}` +
	`.bb-last{stroke-width:2}` +
	`.bb-attacker,.bb-defender,.bb-king{stroke-width:2.5;stroke-linejoin:round}` +
	`.bb-boss{stroke:none}` +
	`.bb-captured{opacity:.5}` +
	`.bb-cross{fill:none;stroke-width:3;stroke-linecap:round}` +
	`.bb-open{fill:none;stroke-width:2.5;stroke-dasharray:5 4}` +
	`.bb-target{stroke-width:1.5}` +
	`.bb-captor{stroke-width:1.5;stroke-linejoin:round}` +
	`.bb-arrow,.bb-refused{stroke-width:6;stroke-linejoin:round}` +
	`.bb-arrow path+path,.bb-refused path+path{stroke-width:1}` +
	`.bb-refused path:first-child{stroke-dasharray:7 5}`

// paints is the colours of all classes.
var paints = [...]paint{
	{"page", "fill:#fffdf8", "fill:#1b1917", "fill:#fff"},
	{"caption", "fill:#2e2419", "fill:#e9e2d6", "fill:#000"},
	{"frame", "fill:#7a5a35", "fill:#2f2a25", "fill:#fff"},
	{"label", "fill:#fff6e3", "fill:#cfc6b8", "fill:#000"},
	{"board", "fill:#f2e3c2", "fill:#877860", "fill:#fff"},
	{"grid", "stroke:#a98d5f", "stroke:#5c503f", "stroke:#555"},
	{"goal", "fill:#dfe3b4", "fill:#6f7a55", "fill:#eee"},
	{"hostile", "fill:#d9b98a", "fill:#63543f", "fill:#ddd"},
	{"throne,.T-corner", "stroke:#8d6b3c", "stroke:#a8957a", "stroke:#777"},
	{"last", "fill:#f0c95a;stroke:#b98a12", "fill:#a98b35;stroke:#e0bd55", "fill:#ccc;stroke:#000"},
	{"mark", "stroke:#1f5fa8", "stroke:#8fc4ff", "stroke:#000"},
	{"target", "fill:#1f5fa8;stroke:#fff", "fill:#8fc4ff;stroke:#10202f", "fill:#000;stroke:#fff"},
	{"attacker", "fill:#33231a;stroke:#120b07", "fill:#191310;stroke:#000", "fill:#000;stroke:#000"},
	{"boss", "fill:#a8473a", "fill:#c25a49", "fill:#999"},
	{"defender", "fill:#fffdf6;stroke:#33231a", "fill:#f4eee0;stroke:#1a1511", "fill:#fff;stroke:#000"},
	{"king", "fill:#f3bd2e;stroke:#33231a", "fill:#f5c84a;stroke:#1a1511", "fill:#fff;stroke:#000"},
	{"cross", "stroke:#c3211a", "stroke:#ff6a5c", "stroke:#000"},
	{"captor", "fill:#c3211a;stroke:#fff", "fill:#ff6a5c;stroke:#1a1511", "fill:#000;stroke:#fff"},
	{"open", "stroke:#c3211a", "stroke:#ff6a5c", "stroke:#000"},
	{"spared", "fill:#fff;stroke:#c3211a", "fill:#1a1511;stroke:#ff6a5c", "fill:#fff;stroke:#000"},
	{"arrow", "fill:#1f5fa8;stroke:#1f5fa8", "fill:#8fc4ff;stroke:#8fc4ff", "fill:#444;stroke:#444"},
	{"refused", "fill:#c3211a;stroke:#c3211a", "fill:#ff6a5c;stroke:#ff6a5c", "fill:#000;stroke:#000"},
}

// Style returns the style sheet of all themes, for a page that holds it once and
// draws its boards with [Options] NoStyle.
func Style() string {
	return styleOf(ThemeAuto) +
		rules(ThemeLight, ThemeLight) + rules(ThemeDark, ThemeDark) + rules(ThemePrint, ThemePrint)
}

// styleOf returns the style sheet that a picture of that theme needs.
func styleOf(t Theme) string {
	switch t {
	case ThemeLight, ThemeDark, ThemePrint:
		return shapes + rules(t, t)
	}
	return shapes + rules(ThemeAuto, ThemeLight) +
		"@media screen and (prefers-color-scheme:dark){" + rules(ThemeAuto, ThemeDark) + "}" +
		"@media print{" + rules(ThemeAuto, ThemePrint) + "}"
}

// rules returns the colours of one theme for pictures of a theme.
func rules(of, colours Theme) string {
	var b strings.Builder
	for _, p := range paints {
		what := [...]string{ThemeAuto: p.light, ThemeLight: p.light, ThemeDark: p.dark, ThemePrint: p.print}[colours]
		scope := ".bb-" + of.String() + " .bb-"
		b.WriteString(scope + strings.ReplaceAll(p.class, ".T-", scope) + "{" + what + "}")
	}
	return b.String()
}

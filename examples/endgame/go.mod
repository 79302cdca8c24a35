module example.com/brandubh/examples/endgame

go 1.26.0

require (
	example.com/brandubh v0.0.0
	github.com/edsrzf/mmap-go v1.2.0
	github.com/schollz/progressbar/v3 v3.19.1
	golang.org/x/term v0.48.0
)

require (
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace example.com/brandubh => ../..

module example.com/brandubh/examples/prove

go 1.26.0

require (
	example.com/brandubh v0.0.0
	example.com/brandubh/examples/endgame v0.0.0
)

require (
	github.com/edsrzf/mmap-go v1.2.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace (
	example.com/brandubh => ../..
	example.com/brandubh/examples/endgame => ../endgame
)

// Package record reads and writes recorded games of Brandubh in the forms that
// people share: move lists in any spelling, OpenTafl's notation, JSON.
package record

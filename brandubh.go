package brandubh

// Side is one of the two players.
type Side uint8

// The sides. NoSide is nobody: the winner of a draw, whose turn it is on a
// board that is still being set up.
const (
	NoSide    Side = iota
	Attackers      // the side without a king, "black"
	Defenders      // the king's side, "white"
)

// Opponent returns the other side, and NoSide for anything but a side.
func (s Side) Opponent() Side {
	switch s {
	case Attackers:
		return Defenders
	case Defenders:
		return Attackers
	}
	return NoSide
}

// Piece is what can stand on a square.
type Piece uint8

// The pieces. A soldier is any piece but the king.
const (
	NoPiece Piece = iota
	Attacker
	Defender
	King
)

// Side returns the side that the piece belongs to; NoSide for no piece.
func (x Piece) Side() Side {
	switch x {
	case Attacker:
		return Attackers
	case Defender, King:
		return Defenders
	}
	return NoSide
}

var sideWords = words[Side]{"Side", "side", []string{"none", "attackers", "defenders"}}

// String returns the side as text: none, attackers or defenders.
func (s Side) String() string { return sideWords.text(s) }

// MarshalText returns the side as String does. It refuses an invalid value.
func (s Side) MarshalText() ([]byte, error) { return sideWords.marshal(s) }

// ParseSide reads a side: none, attackers or defenders.
func ParseSide(text string) (s Side, err error) {
	err = s.UnmarshalText([]byte(text))
	return s, err
}

// UnmarshalText reads what MarshalText writes, as [ParseSide] does.
func (s *Side) UnmarshalText(text []byte) error { return sideWords.unmarshal(s, text) }

var pieceWords = words[Piece]{"Piece", "piece", []string{"none", "attacker", "defender", "king"}}

// String returns the piece as text: none, attacker, defender or king.
func (x Piece) String() string { return pieceWords.text(x) }

// MarshalText returns the piece as String does. It refuses an invalid value.
func (x Piece) MarshalText() ([]byte, error) { return pieceWords.marshal(x) }

// UnmarshalText reads what MarshalText writes.
func (x *Piece) UnmarshalText(text []byte) error { return pieceWords.unmarshal(x, text) }

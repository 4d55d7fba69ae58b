// Package channelproof holds the vectors of channelproof as JSON, and runs one
// subtest for each vector about tokens.
package channelproof

import "embed"

// "npm run packages" of channelproof writes the folder.
//
//go:embed vectors
var vectors embed.FS

// Family returns the JSON text of a family, such as "token/signature"; "index"
// is the list of all families.
func Family(name string) ([]byte, error) {
	return vectors.ReadFile("vectors/" + name + ".json")
}

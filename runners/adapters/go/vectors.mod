// For the test in vectors_test.go alone: the adapter itself needs nothing but Go.
module channelproof.example/adapter

go 1.21

require gopkg.in/yaml.v3 v3.0.1

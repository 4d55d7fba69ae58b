module channelproof.example/mutants

go 1.21

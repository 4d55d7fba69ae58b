module channelproof.example/frameworks

go 1.23.0

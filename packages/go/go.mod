module channelproof.example/channelproof

go 1.21

module channelproof.example/adapter

go 1.21

// A right service of the interface with net/http and encoding/json, listening on a free port.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
)

func main() {
	service := &service{apps: appsOf(os.Getenv), channels: openChannels(os.Getenv("CHANNEL"))}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, service.routes()))
}

// The app of the operator, and, where they are named, one that is disabled and one that is unpaid (section 7.1).
func appsOf(variable func(string) string) map[string]app {
	apps := map[string]app{}
	for status, prefix := range map[status]string{active: "", disabled: "DISABLED_", unpaid: "UNPAID_"} {
		if id := variable("CHANNELPROOF_" + prefix + "APP_ID"); id != "" {
			apps[id] = app{id: id, secret: variable("CHANNELPROOF_" + prefix + "APP_SECRET"), status: status}
		}
	}
	return apps
}

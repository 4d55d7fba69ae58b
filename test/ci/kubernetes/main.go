// Command kubernetes reads a Job by the types of Kubernetes itself, and refuses what they do not know.
package main

import (
	"fmt"
	"os"

	batchv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = yaml.UnmarshalStrict(text, &batchv1.Job{})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

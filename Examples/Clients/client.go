// Usage: go run client.go http://127.0.0.1:8080 passport.jpg      With a token: TOKEN=… go run client.go …
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

func main() {
	log.SetFlags(0)
	file, err := os.Open(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	request, err := http.NewRequest("POST", os.Args[1]+"/v1/scan", file)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/octet-stream")
	if token := os.Getenv("TOKEN"); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	lines := json.NewDecoder(answer.Body)
	if answer.StatusCode != 200 && answer.StatusCode != 422 {
		var refusal struct{ Error struct{ Code, Message string } }
		if err := lines.Decode(&refusal); err != nil {
			log.Fatal(err)
		}
		log.Fatalf("%s: %s", refusal.Error.Code, refusal.Error.Message)
	}
	for lines.More() {
		result := struct{ Status, Format string }{Format: "-"}
		if err := lines.Decode(&result); err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Status, result.Format)
	}
}

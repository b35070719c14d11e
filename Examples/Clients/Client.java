import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Usage: java Client.java http://127.0.0.1:8080 passport.jpg      With a token: TOKEN=… java Client.java … */
class Client {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(arguments[0] + "/v1/scan"))
            .header("Content-Type", "application/octet-stream")
            .POST(BodyPublishers.ofFile(Path.of(arguments[1])));
        var token = System.getenv("TOKEN");
        if (token != null) request.header("Authorization", "Bearer " + token);
        var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200 && answer.statusCode() != 422) {
            System.err.println(value("code", answer.body()) + ": " + value("message", answer.body()));
            System.exit(1);
        }
        // Java has no JSON of its own; a program takes Jackson or Gson here.
        answer.body().lines().forEach(line -> System.out.println(value("status", line) + " " + value("format", line)));
    }

    private static String value(String key, String json) {
        Matcher found = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "-";
    }
}

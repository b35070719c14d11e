// Usage: node client.mjs http://127.0.0.1:8080 passport.jpg      With a token: TOKEN=… node client.mjs …
import { readFile } from 'node:fs/promises';

const [server, path] = process.argv.slice(2);
const headers = { 'Content-Type': 'application/octet-stream' };
if (process.env.TOKEN) headers.Authorization = `Bearer ${process.env.TOKEN}`;
const answer = await fetch(`${server}/v1/scan`, { method: 'POST', headers, body: await readFile(path) });
const text = await answer.text();
if (answer.status === 200 || answer.status === 422) {
  for (const line of text.trimEnd().split('\n')) {
    const { status, format = '-' } = JSON.parse(line);
    console.log(status, format);
  }
} else {
  const { code, message } = JSON.parse(text).error;
  console.error(`${code}: ${message}`);
  process.exitCode = 1;
}

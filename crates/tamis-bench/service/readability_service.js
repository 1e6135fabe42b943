// Readability.js and jsdom as a service, with a process for each core.
// readability_service.js PORT: NODE_PATH names the folder with the packages.
"use strict";

const cluster = require("node:cluster");
const http = require("node:http");
const os = require("node:os");

if (cluster.isPrimary) {
  for (let core = 0; core < os.cpus().length; core += 1) cluster.fork();
  // A process that a page ended is started again.
  cluster.on("exit", () => cluster.fork());
  process.on("SIGTERM", () => process.exit(0));
} else {
  const { Readability } = require("@mozilla/readability");
  const { JSDOM, VirtualConsole } = require("jsdom");

  const extract = (page) => {
    const { window } = new JSDOM(page, { virtualConsole: new VirtualConsole() });
    try {
      return new Readability(window.document).parse() ?? {};
    } finally {
      window.close();
    }
  };

  const server = http.createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    let status = 200;
    let body = "ok";
    if (request.method === "POST") {
      try {
        body = JSON.stringify(extract(Buffer.concat(parts)));
      } catch {
        status = 500;
      }
    }
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(body);
  });
  server.listen(Number(process.argv[2]), "127.0.0.1");
}

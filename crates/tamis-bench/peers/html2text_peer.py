"""html2text 2025.4.15, lines not wrapped: JSON lines {"id", "html"} on standard input to lines {"id", "text"} of Markdown."""

import json
import sys

import html2text

for line in sys.stdin:
    sample = json.loads(line)
    renderer = html2text.HTML2Text(bodywidth=0)
    print(json.dumps({"id": sample["id"], "text": renderer.handle(sample["html"])}))

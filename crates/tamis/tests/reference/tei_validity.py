"""Says whether documents are valid by the DTD of the TEI that trafilatura ships.

Each line of standard input is a document as a JSON string; the answer is one line, null or what is wrong with it.
"""

import json
import sys
from importlib.metadata import version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from lxml import etree

EXPECTED = "2.3.1"
if version("trafilatura") != EXPECTED:
    sys.exit(f"trafilatura is {version('trafilatura')}, not {EXPECTED}")

package = Path(find_spec("trafilatura").submodule_search_locations[0])
dtd = etree.DTD(str(package / "data" / "tei_corpus.dtd"))
parser = etree.XMLParser(huge_tree=True, resolve_entities=False)


def fault(document):
    try:
        tree = etree.parse(BytesIO(document.encode()), parser)
    except etree.XMLSyntaxError as error:
        return str(error)
    if dtd.validate(tree):
        return None
    return "; ".join(str(entry) for entry in list(dtd.error_log)[:3])


for line in sys.stdin:
    print(json.dumps(fault(json.loads(line))), flush=True)

/* The number of elements of a tree of lexbor. */

#include <lexbor/html/html.h>

size_t parsers_peer_elements(lxb_html_document_t *document)
{
    lxb_dom_node_t *root = lxb_dom_interface_node(document);
    lxb_dom_node_t *node = root;
    size_t elements = 0;
    for (;;) {
        elements += node->type == LXB_DOM_NODE_TYPE_ELEMENT;
        if (node->first_child != NULL) {
            node = node->first_child;
            continue;
        }
        while (node != root && node->next == NULL) {
            node = node->parent;
        }
        if (node == root) {
            return elements;
        }
        node = node->next;
    }
}

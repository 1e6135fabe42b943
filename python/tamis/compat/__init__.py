"""Drop-in modules: the functions and classes of libraries that people leave for this one.

Each has the names and the signatures of its reference. Its docstring lists the differences. An
argument that cannot be honoured raises :class:`NotImplementedError`; none is ignored in silence.
The modules inside have the reference's names, such as ``trafilatura.settings``.

==============================  ===========================================
``tamis.compat.justext``        jusText 3.0.2, exact on the same tree
``tamis.compat.readability``    readability-lxml 0.9
``tamis.compat.trafilatura``    trafilatura 2.3.1
``tamis.compat.resiliparse``    Resiliparse 2.0, ``extract_plain_text``
``tamis.compat.htmldate``       htmldate 1.11, ``find_date``
==============================  ===========================================
"""

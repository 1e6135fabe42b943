"""trafilatura as a service, the way its users build one: FastAPI on uvicorn."""

import trafilatura
from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

app = FastAPI()


@app.get("/healthz")
async def healthz() -> str:
    return "ok"


@app.post("/extract")
async def extract(request: Request) -> JSONResponse:
    page = await request.body()
    found = await run_in_threadpool(trafilatura.bare_extraction, page, with_metadata=True)
    return JSONResponse(found.as_dict() | {"body": None, "commentsbody": None} if found else {})

"""Errors of section 7. Their body is not shown, so it is the one of FastAPI: an object with "detail"."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException


class ServiceError(Exception):
    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


def _answer(status: int, code: str) -> JSONResponse:
    return JSONResponse({"detail": {"code": code}}, status_code=status)


def _invalid(request: Request) -> JSONResponse:
    """7.1 has a row of its own for a wrong parameter, 7.2 the status of a malformed request."""
    if request.url.path == "/auth/token":
        return _answer(403, "Invalid.Parameter.Value")
    return _answer(400, "Request.Malformed")


def add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(ServiceError)
    async def _(_: Request, error: ServiceError) -> JSONResponse:
        return _answer(error.status, error.code)

    @app.exception_handler(RequestValidationError)
    async def _(request: Request, _: RequestValidationError) -> JSONResponse:
        return _invalid(request)

    @app.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> JSONResponse:
        # FastAPI raises 400 where a body cannot be read, such as one that is no UTF-8.
        return _invalid(request) if error.status_code == 400 else _answer(error.status_code, str(error.detail))

    @app.exception_handler(Exception)
    async def _(_: Request, __: Exception) -> JSONResponse:
        return _answer(500, "Server.Error")

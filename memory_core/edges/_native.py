"""onnxruntime through its C interface, for the single query of a short-lived process.

The Python package loads numpy and its own wrapper, which takes 130 ms; the library in the same package loads by
`ctypes` in 6 ms. Its functions are at fixed positions of a table with a stable order (onnxruntime_c_api.h, `OrtApi`;
positions 0 to 101 are frozen since version 1, later functions are only added).
"""

import ctypes
import mmap
import os
from collections.abc import Sequence
from typing import Any, Final

from memory_core.core.light.errors import Refusal

API_VERSION: Final = 17  # of 2024: every library since knows it
INT64: Final = 7  # ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64
_LOG_ERRORS: Final = 3
_ARENA: Final = 1  # OrtArenaAllocator
_Pointer, _Number, _Size, _Text = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p
_FUNCTIONS: Final[dict[str, tuple[int, tuple[Any, ...]]]] = {
    "CreateEnv": (3, (_Number, _Text, _Pointer)),
    "CreateSessionFromArray": (8, (_Pointer, _Pointer, _Size, _Pointer, _Pointer)),
    "Run": (9, (_Pointer, _Pointer, _Pointer, _Pointer, _Size, _Pointer, _Size, _Pointer)),
    "CreateSessionOptions": (10, (_Pointer,)),
    "SetSessionGraphOptimizationLevel": (23, (_Pointer, _Number)),
    "SetIntraOpNumThreads": (24, (_Pointer, _Number)),
    "SetInterOpNumThreads": (25, (_Pointer, _Number)),
    "CreateTensorWithDataAsOrtValue": (49, (_Pointer, _Pointer, _Size, _Pointer, _Size, _Number, _Pointer)),
    "GetTensorMutableData": (51, (_Pointer, _Pointer)),
    "CreateCpuMemoryInfo": (69, (_Number, _Number, _Pointer)),
    "AddSessionConfigEntry": (130, (_Pointer, _Text, _Text)),
}
_GET_ERROR_MESSAGE, _RELEASE_STATUS, _RELEASE_VALUE, _TABLE_SIZE = 2, 93, 96, 131
# The file is mapped and used in place; packing the weights costs more than it saves for one query.
_OPTIONS: Final = {
    "session.load_model_format": "ORT",
    "session.use_ort_model_bytes_directly": "1",
    "session.use_ort_model_bytes_for_initializers": "1",
    "session.disable_prepacking": "1",
}
_INPUTS: Final = (b"input_ids", b"attention_mask", b"token_type_ids")


class _Base(ctypes.Structure):
    _fields_ = (
        ("GetApi", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)),
        ("GetVersionString", ctypes.CFUNCTYPE(ctypes.c_char_p)),
    )


def library(folders: Sequence[str]) -> str | None:
    """The path of the onnxruntime library in the first of these site-packages folders that has one; None if none
    has.
    """
    for folder in folders:
        capi = os.path.join(folder, "onnxruntime", "capi")
        if os.path.isdir(capi):
            for name in sorted(os.listdir(capi)):
                if name.startswith(("libonnxruntime.so", "libonnxruntime.")) or name == "onnxruntime.dll":
                    return os.path.join(capi, name)
    return None


class Session:
    """A model in ORT format, mapped; it computes the embedding of one text from its token ids."""

    def __init__(self, library_path: str, model_path: str, width: int) -> None:
        try:
            self._library = ctypes.CDLL(library_path)
            self._library.OrtGetApiBase.restype = ctypes.POINTER(_Base)
            api = self._library.OrtGetApiBase().contents.GetApi(API_VERSION)
            with open(model_path, "rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        except (OSError, AttributeError, ValueError) as fault:
            raise Refusal(f"the model cannot be opened ({fault}); run `memory-core setup`") from fault
        if not api:
            raise Refusal(
                f"{library_path} does not know version {API_VERSION} of its interface; run `memory-core setup`"
            )
        table = (ctypes.c_size_t * _TABLE_SIZE).from_address(api)
        self._functions = {
            name: ctypes.CFUNCTYPE(_Pointer, *kinds)(table[place]) for name, (place, kinds) in _FUNCTIONS.items()
        }
        self._message = ctypes.CFUNCTYPE(_Text, _Pointer)(table[_GET_ERROR_MESSAGE])
        self._release_status = ctypes.CFUNCTYPE(None, _Pointer)(table[_RELEASE_STATUS])
        self._release_value = ctypes.CFUNCTYPE(None, _Pointer)(table[_RELEASE_VALUE])
        self._width = width
        self._session = self._opened()
        self._memory = self._made("CreateCpuMemoryInfo", _ARENA, 0)

    def _call(self, name: str, *arguments: Any) -> None:
        status = self._functions[name](*arguments)
        if status:
            message = (self._message(status) or b"").decode("utf-8", "replace")
            self._release_status(status)
            raise Refusal(f"onnxruntime refused {name}: {message}; run `memory-core setup`")

    def _made(self, name: str, *arguments: Any) -> ctypes.c_void_p:
        made = _Pointer()
        self._call(name, *arguments, ctypes.addressof(made))
        return made

    def _opened(self) -> ctypes.c_void_p:
        self._environment = self._made("CreateEnv", _LOG_ERRORS, b"memory-core")
        options = self._made("CreateSessionOptions")
        self._call("SetSessionGraphOptimizationLevel", options, 0)  # the file is optimised already
        self._call("SetIntraOpNumThreads", options, 1)
        self._call("SetInterOpNumThreads", options, 1)
        for key, value in _OPTIONS.items():
            self._call("AddSessionConfigEntry", options, key.encode(), value.encode())
        self._place = (ctypes.c_char * len(self._bytes)).from_buffer(self._bytes)
        start = ctypes.addressof(self._place)
        return self._made("CreateSessionFromArray", self._environment, start, len(self._bytes), options)

    def _tensor(self, values: Any, length: int) -> ctypes.c_void_p:
        measures = (ctypes.c_int64 * 2)(1, length)
        data, sizes = ctypes.addressof(values), ctypes.addressof(measures)
        return self._made("CreateTensorWithDataAsOrtValue", self._memory, data, 8 * length, sizes, 2, INT64)

    def embed(self, ids: Sequence[int]) -> bytes:
        """The embedding of one text from its token ids: float32 in the machine's byte order, `width` wide."""
        length = len(ids)
        numbers = ctypes.c_int64 * length
        data = (numbers(*ids), numbers(*[1] * length), numbers())
        tensors = [self._tensor(values, length) for values in data]
        given, got = (_Pointer * 3)(*tensors), (_Pointer * 1)()
        names, wanted = (_Text * 3)(*_INPUTS), (_Text * 1)(b"embedding")
        at = ctypes.addressof
        try:
            self._call("Run", self._session, None, at(names), at(given), 3, at(wanted), 1, at(got))
            where = self._made("GetTensorMutableData", got[0])
            return ctypes.string_at(where.value or 0, 4 * self._width)
        finally:
            for tensor in (*tensors, got[0]):
                if tensor:
                    self._release_value(tensor)

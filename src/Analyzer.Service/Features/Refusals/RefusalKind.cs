namespace Analyzer.Service.Features.Refusals;

/// <summary>Every way in which the service says no. <see cref="RefusalTable"/> holds what each looks like on the wire.</summary>
internal enum RefusalKind
{
    InvalidArgument,
    EmptyFile,
    Malformed,
    DigestMismatch,
    LengthMismatch,
    NotFound,
    TooLarge,
    TooSlow,
    Busy,
    StoreUnavailable,
    ClientGone,
}

using System.Collections.Concurrent;
using System.Globalization;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Hosting.Errors.V1;
using Hosting.Settings;

namespace Hosting.Errors;

/// <summary>
/// The parts that the trailers of all errors of a kind share, made once, and the last whole trailer, because a host mostly repeats the same
/// refusal.
/// </summary>
internal sealed class PackedKind
{
    private const int MaxDetail = 1024; // characters: the metadata of a call stays below 8 KiB, and the message is in it twice
    private const int MaxKinds = 256; // a gateway passes on kinds of other hosts, which may be any number

    private static readonly ConcurrentDictionary<(ErrorKind Kind, string Host), PackedKind> Known = new();

    private readonly ErrorKind _kind;
    private readonly Any _info;
    private volatile PackedError? _last;

    private PackedKind(ErrorKind kind, HostDescription host)
    {
        _kind = kind;
        var info = new ErrorInfo
        {
            Reason = kind.Slug,
            Domain = kind.Domain ?? host.Name,
            Metadata =
            {
                { StatusTrailer.Status, kind.HttpStatus.ToString(CultureInfo.InvariantCulture) },
                { StatusTrailer.Title, kind.Title },
                { StatusTrailer.Type, host.TypeOf(kind) },
            },
        };
        if (kind.IsOfTheClient)
        {
            info.Metadata.Add(StatusTrailer.Scope, StatusTrailer.ClientScope);
        }

        _info = StatusTrailer.Pack(info);
    }

    public static PackedKind Of(ErrorKind kind, HostDescription host)
    {
        if (Known.TryGetValue((kind, host.Name), out var known))
        {
            return known;
        }

        var packed = new PackedKind(kind, host);
        return Known.Count < MaxKinds ? Known.GetOrAdd((kind, host.Name), packed) : packed;
    }

    public PackedError Pack(Error error)
    {
        if (_last is { } last && last.Error == error)
        {
            return last;
        }

        var detail = error.Detail;
        var status = new RpcStatus
        {
            Code = (int)_kind.GrpcStatus,
            Message = detail.Length <= MaxDetail ? detail : string.Concat(detail.AsSpan(0, MaxDetail), "…"),
            Details = { _info },
        };
        if (error.RetryAfter is { } after)
        {
            status.Details.Add(StatusTrailer.Pack(new RetryInfo { RetryDelay = after.ToDuration() }));
        }

        return _last = new(error, new(StatusTrailer.Name, status.ToByteArray()));
    }
}

/// <param name="Trailer">Shared by all calls that are refused with this error.</param>
internal sealed record PackedError(Error Error, Metadata.Entry Trailer);

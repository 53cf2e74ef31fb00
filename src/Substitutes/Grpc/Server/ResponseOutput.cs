using System.Globalization;
using System.IO.Pipelines;
using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Grpc.AspNetCore.Server;

/// <summary>
/// The response of a call: headers, messages, status, in that order. The handler writes it, and the deadline may end it at any moment from
/// another thread, so that every step is taken under one lock.
/// </summary>
internal sealed class ResponseOutput(HttpResponse response, int? maxMessageSize) : IDisposable
{
    private static readonly string[] StatusTexts =
        [.. Enumerable.Range(0, 17).Select(code => code.ToString(CultureInfo.InvariantCulture))];

    private readonly Lock _gate = new();
    private readonly ResponseSerializer _serializer = new(response.BodyWriter, maxMessageSize);
    private bool _hasMessages;
    private bool _isEnded;

    /// <summary>True when a message broke off in its middle: the stream has to be reset.</summary>
    public bool IsTorn => _serializer.IsTorn;

    /// <summary>The status is set; nothing can follow.</summary>
    public bool IsEnded
    {
        get
        {
            lock (_gate)
            {
                return _isEnded;
            }
        }
    }

    /// <exception cref="InvalidOperationException">The headers have gone, or the call has ended.</exception>
    public async Task SendHeadersAsync(Metadata headers, CancellationToken cancellationToken)
    {
        Task<FlushResult> flushed;
        lock (_gate)
        {
            if (_isEnded || _hasMessages || response.HasStarted)
            {
                throw new InvalidOperationException("Response headers can only be sent once per call.");
            }

            foreach (var entry in headers)
            {
                _ = MetadataValue.Encode(entry);
            }

            Append(response.Headers, headers);
            flushed = response.BodyWriter.FlushAsync(cancellationToken).AsTask();
        }

        await flushed.ConfigureAwait(false);
    }

    /// <summary>Leaves the message in the transport's buffer.</summary>
    public void Write<T>(T message, Marshaller<T> marshaller)
    {
        lock (_gate)
        {
            WriteCore(message, marshaller);
        }
    }

    /// <summary>Completes when the transport has taken the message.</summary>
    public ValueTask<FlushResult> WriteAndFlushAsync<T>(T message, Marshaller<T> marshaller, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            WriteCore(message, marshaller);
            return response.BodyWriter.FlushAsync(cancellationToken);
        }
    }

    /// <summary>Sets what the client reads as the outcome; with no message before it, in the headers (Trailers-Only).</summary>
    /// <returns>False when the call has ended before.</returns>
    public bool TryEnd(Status status, params ReadOnlySpan<Metadata> trailers)
    {
        lock (_gate)
        {
            if (_isEnded)
            {
                return false;
            }

            _isEnded = true;
            foreach (var metadata in trailers)
            {
                if (FirstUnsendable(metadata) is { } broken)
                {
                    // Too late for an exception; a status without its trailers would be a lie.
                    status = new Status(StatusCode.Internal, $"Trailer '{broken.Key}' is not printable ASCII.");
                    trailers = [];
                    break;
                }
            }

            var destination = _hasMessages || response.HasStarted
                ? response.HttpContext.Features.GetRequiredFeature<IHttpResponseTrailersFeature>().Trailers
                : response.Headers;
            foreach (var metadata in trailers)
            {
                Append(destination, metadata);
            }

            destination[GrpcHeaders.Status] = (int)status.StatusCode is >= 0 and < 17
                ? StatusTexts[(int)status.StatusCode]
                : ((int)status.StatusCode).ToString(CultureInfo.InvariantCulture);
            if (!string.IsNullOrEmpty(status.Detail))
            {
                destination[GrpcHeaders.Message] = PercentEncoding.Encode(status.Detail);
            }

            return true;
        }
    }

    public void Dispose() => _serializer.Dispose();

    private void WriteCore<T>(T message, Marshaller<T> marshaller)
    {
        if (_isEnded)
        {
            throw new InvalidOperationException("Can't write the message because the request is complete.");
        }

        try
        {
            _serializer.Write(message, marshaller);
            _hasMessages = true;
        }
        finally
        {
            _hasMessages |= _serializer.IsTorn;
        }
    }

    // By index, as below: most calls have no trailers, and two enumerators for nothing were 3 % of what a look-up allocates.
    private static Metadata.Entry? FirstUnsendable(Metadata metadata)
    {
        for (var i = 0; i < metadata.Count; i++)
        {
            if (!MetadataValue.CanEncode(metadata[i]))
            {
                return metadata[i];
            }
        }

        return null;
    }

    private static void Append(IHeaderDictionary destination, Metadata metadata)
    {
        for (var i = 0; i < metadata.Count; i++)
        {
            if (!GrpcHeaders.IsReserved(metadata[i].Key))
            {
                destination.Append(metadata[i].Key, MetadataValue.Encode(metadata[i]));
            }
        }
    }
}

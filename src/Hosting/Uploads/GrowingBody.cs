using System.Buffers;
using System.IO.Pipelines;
using Hosting.Errors;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace Hosting.Uploads;

/// <summary>A whole request body. It reserves memory as bytes arrive, so that a large declared length reserves nothing.</summary>
/// <param name="maxBytes">The limit of a body, in bytes.</param>
/// <param name="room">The memory shared by all requests; null if bodies are so short that the limit on connections is enough.</param>
public sealed class GrowingBody(int maxBytes, BodyRoom? room = null) : IDisposable
{
    private const int FirstBytes = 16 << 10;

    private byte[] _bytes = [];
    private int _length;

    /// <summary>The bytes so far.</summary>
    public ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, _length);

    /// <summary>Reads the body to its end, at the pace of any upload (<see cref="UploadPace.Default"/>). Call it once.</summary>
    /// <param name="request">The request, with its body unread.</param>
    /// <param name="time">Measures the pace.</param>
    /// <returns>
    /// Null when the whole body was read. Otherwise the reason: it is too long or malformed, there is no memory, or its sender is too slow
    /// or gone.
    /// </returns>
    public async ValueTask<Error?> ReadAsync(HttpRequest request, TimeProvider time)
    {
        // A client that hangs up behind the last byte has sent all: what it sent is read, and a body without its end ends the pipe.
        using var clock = new UploadClock(UploadPace.Default, time, CancellationToken.None);
        ReplaceLimits(request.HttpContext.Features);
        try
        {
            return await ReadAsync(request.BodyReader, clock);
        }
        catch (BadHttpRequestException tooLarge) when (tooLarge.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            return TooLarge();
        }
        catch (Exception ended) when (ended is OperationCanceledException or IOException)
        {
            return request.ChunkError(ended) ?? clock.Reason(ended);
        }
    }

    public void Dispose() => room?.Return(_bytes.Length);

    /// <summary>
    /// Kestrel refuses a declared length above its limit before the body is sent. Its data rate would throw; the clock returns an error
    /// instead.
    /// </summary>
    private void ReplaceLimits(IFeatureCollection features)
    {
        if (features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
        {
            size.MaxRequestBodySize = maxBytes;
        }

        features.Get<IHttpMinRequestBodyDataRateFeature>()?.MinDataRate = null;
    }

    private async ValueTask<Error?> ReadAsync(PipeReader reader, UploadClock clock)
    {
        while (true)
        {
            clock.Arm(_length);
            var read = await reader.ReadInOrderAsync(clock.Token);
            clock.Stop();
            var refusal = Append(read.Buffer);
            reader.AdvanceTo(read.Buffer.End);
            if (refusal is not null || read.IsCompleted)
            {
                return refusal;
            }
        }
    }

    /// <summary>Adds bytes that come from elsewhere than a request's body, such as those that were packed in one.</summary>
    /// <returns>Null when they have room; otherwise the error.</returns>
    public Error? Append(in ReadOnlySequence<byte> bytes)
    {
        // Kestrel returns bytes that have arrived, and over HTTP/2 checks the length only afterwards.
        if (bytes.Length > maxBytes - _length)
        {
            return TooLarge();
        }

        var length = _length + (int)bytes.Length;
        if (length > _bytes.Length && Grow(length) is { } full)
        {
            return full;
        }

        bytes.CopyTo(_bytes.AsSpan(_length));
        _length = length;
        return null;
    }

    private Error? Grow(int needed)
    {
        var size = (int)Math.Min(Math.Max(Math.Max(FirstBytes, needed), 2L * _bytes.Length), maxBytes);
        if (room?.Take(size) is { } full)
        {
            return full;
        }

        var (old, grown) = (_bytes, GC.AllocateUninitializedArray<byte>(size));
        old.AsSpan(0, _length).CopyTo(grown);
        _bytes = grown;
        room?.Return(old.Length);
        return null;
    }

    private Error TooLarge() =>
        new(UploadErrors.TooLargeKind, $"A body may have at most {ByteSize.InWords(maxBytes)} here: send less at a time.");
}

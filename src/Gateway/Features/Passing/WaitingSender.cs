using System.Buffers;
using System.IO.Pipelines;
using Analyzer.Protos.V1;
using Gateway.Features.Upstream;
using Google.Protobuf;
using Hosting.Uploads;

namespace Gateway.Features.Passing;

/// <summary>A sender of a file that sends its metadata, and nothing else before it is asked to.</summary>
internal static class WaitingSender
{
    /// <summary>More than a hash, a size and a name take.</summary>
    private const int MaxMetadata = 16 << 10;

    /// <summary>Its metadata come with the call, or soon after.</summary>
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(50);

    /// <summary>Of a call that was refused before any of its body was read. The metadata of one that waits are taken.</summary>
    public static async Task<bool> IsAsync(PipeReader body)
    {
        using var enough = new CancellationTokenSource(Soon);
        try
        {
            var read = await body.ReadAtLeastInOrderAsync(MessageFrame.HeaderLength, enough.Token);
            if (read.Buffer.Length >= MessageFrame.HeaderLength && LengthOf(read.Buffer) is <= MaxMetadata and var length)
            {
                body.AdvanceTo(read.Buffer.Start);
                read = await body.ReadAtLeastInOrderAsync(MessageFrame.HeaderLength + (int)length, enough.Token);
            }

            var waits = !read.IsCompleted && read.Buffer.Length <= MaxMetadata && Is(read.Buffer.ToArray());
            body.AdvanceTo(waits ? read.Buffer.End : read.Buffer.Start);
            return waits;
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException or InvalidOperationException)
        {
            return false; // it sends nothing, or left, or sends what is no message
        }
    }

    private static uint? LengthOf(ReadOnlySequence<byte> sent) =>
        MessageFrame.TryReadHeader(sent.Slice(0, MessageFrame.HeaderLength).ToArray(), out var length) ? length : null;

    /// <param name="sent">All that it has sent.</param>
    public static bool Is(ReadOnlySpan<byte> sent)
    {
        if (sent.Length < MessageFrame.HeaderLength
            || !MessageFrame.TryReadHeader(sent, out var length)
            || length != sent.Length - MessageFrame.HeaderLength)
        {
            return false;
        }

        try
        {
            return SubmitFileRequest.Parser.ParseFrom(sent[MessageFrame.HeaderLength..]) is { Metadata.Waits: true };
        }
        catch (InvalidProtocolBufferException)
        {
            return false;
        }
    }
}

using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Prober.Engine.Probing.Talk;

namespace Prober.Engine.Probing.WebSocket;

/// <summary>The conversation over an open WebSocket.</summary>
internal static class WebSocketTalk
{
    private const int MaxShown = 200;
    private static readonly byte[] Normal = [0x03, 0xE8]; // 1000

    public static async Task PingAsync(WebSocketFrames frames, ProbeCall call)
    {
        var payload = RandomNumberGenerator.GetBytes(8);
        call.Awaits = "the pong of its ping";
        await frames.WriteAsync(WebSocketFrames.Ping, payload);
        while (await frames.ReadFrameAsync() is var (code, _, content))
        {
            if (code == WebSocketFrames.Pong && content.AsSpan().SequenceEqual(payload))
            {
                await frames.WriteAsync(WebSocketFrames.Close, Normal);
                return;
            }

            if (code == WebSocketFrames.Close)
            {
                call.Result.Fail(FailureClass.Reset, "The server closed the WebSocket before it answered the ping.");
                return;
            }

            if (code == WebSocketFrames.Ping)
            {
                await frames.WriteAsync(WebSocketFrames.Pong, content);
            }
        }

        _ = frames.IsTooLong
            ? call.Result.Fail(FailureClass.TooLarge, $"The server sends {WebSocketFrames.MaxBytes} bytes before it answers the ping.")
            : call.Result.Fail(FailureClass.Reset, "The connection ended before the ping was answered.");
    }

    /// <summary>Each expectation is of the very next message, as in blackbox_exporter.</summary>
    public static async Task FollowAsync(WebSocketFrames frames, IReadOnlyList<TalkStep> steps, ProbeCall call)
    {
        foreach (var step in steps)
        {
            var match = Match.Empty;
            if (step.Expect is { } expect)
            {
                call.Awaits = $"a message that matches {expect}";
                if (await frames.ReadMessageAsync() is not { } message)
                {
                    _ = frames.IsTooLong
                        ? call.Result.Fail(FailureClass.TooLarge, $"A message is longer than {WebSocketFrames.MaxBytes} bytes.")
                        : call.Result.Fail(FailureClass.Reset, $"The server closed the WebSocket before a message matched {expect}.");
                    return;
                }

                var text = Encoding.UTF8.GetString(message);
                if ((match = expect.Match(text)) is not { Success: true })
                {
                    call.Result.Fail(FailureClass.Content, $"A message does not match {expect}: {OneLine.Of(text, MaxShown)}");
                    return;
                }

                step.Tell(match, call.Result);
            }

            if (step.TextFor(match) is { } reply)
            {
                await frames.WriteAsync(WebSocketFrames.Text, Encoding.UTF8.GetBytes(reply));
            }
        }

        await frames.WriteAsync(WebSocketFrames.Close, Normal);
    }
}

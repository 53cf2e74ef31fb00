using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace Analyzer.Service.Tests.Edges;

/// <summary>Files to send, and ways to send them.</summary>
internal static class Pieces
{
    /// <summary>A small PDF with JavaScript that runs when it is opened.</summary>
    public static byte[] Pdf { get; } =
        """
        %PDF-1.5
        1 0 obj
        << /Type /Catalog /OpenAction 2 0 R >>
        endobj
        2 0 obj
        << /S /JavaScript /J#53 (app.alert(1)) >>
        endobj
        trailer
        << /Root 1 0 R >>
        %%EOF

        """u8.ToArray();

    public static string Sha256(byte[] file) => Convert.ToHexStringLower(SHA256.HashData(file));

    public static async IAsyncEnumerable<byte[]> Of(params byte[][] pieces)
    {
        foreach (var piece in pieces)
        {
            yield return piece;
        }

        await Task.CompletedTask;
    }

    /// <summary>One piece, then nothing until the token fires.</summary>
    public static async IAsyncEnumerable<byte[]> ThenSilence(
        byte[] piece, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        yield return piece;
        await Task.Delay(Timeout.Infinite, cancellationToken);
    }

    /// <summary>A byte at a time, for as long as somebody listens.</summary>
    public static async IAsyncEnumerable<byte[]> Trickle(
        TimeSpan pause, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (true)
        {
            yield return [(byte)'%'];
            await Task.Delay(pause, cancellationToken);
        }
    }

    /// <summary>For as long as somebody listens.</summary>
    public static async IAsyncEnumerable<byte[]> Endless([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var piece = new byte[1000];
        while (!cancellationToken.IsCancellationRequested)
        {
            yield return piece;
            await Task.Yield();
        }
    }
}

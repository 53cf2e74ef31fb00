using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace Hosting.Tests.Requests;

/// <summary>Sends bytes, and reads everything that comes until the server ends the connection.</summary>
internal static class RawConnection
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static async Task<byte[]> AskAsync(Uri address, byte[] bytes)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port, Token).AsTask().Within();
        var stream = client.GetStream();
        using var answer = new MemoryStream();
        try
        {
            await stream.WriteAsync(bytes, Token).AsTask().Within();
            await stream.CopyToAsync(answer, Token).Within();
        }
        catch (Exception broken) when (broken is IOException or SocketException)
        {
            // It was closed in the middle: what came before counts.
        }

        return answer.ToArray();
    }

    /// <summary>The statuses of all responses over HTTP/1.1, in order, separated by blanks.</summary>
    public static string StatusesOf(byte[] answer, bool hasBodies)
    {
        var text = Encoding.Latin1.GetString(answer);
        var statuses = new List<string>();
        while (text.StartsWith("HTTP/1.1 ", StringComparison.Ordinal))
        {
            statuses.Add(text[9..12]);
            var end = text.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4;
            var head = text[..end];
            text = text[end..];
            if (hasBodies && head.IndexOf("Content-Length: ", StringComparison.OrdinalIgnoreCase) is >= 0 and var at)
            {
                at += "Content-Length: ".Length;
                text = text[int.Parse(head[at..head.IndexOf('\r', at)], CultureInfo.InvariantCulture)..];
            }
            else if (hasBodies && head.Contains("Transfer-Encoding: chunked", StringComparison.OrdinalIgnoreCase))
            {
                text = text[(text.IndexOf("0\r\n\r\n", StringComparison.Ordinal) + 5)..];
            }
        }

        text.ShouldBeEmpty("bytes that belong to no response");
        return string.Join(' ', statuses);
    }
}

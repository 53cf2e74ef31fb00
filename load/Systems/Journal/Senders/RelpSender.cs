using System.Net.Sockets;
using System.Text;

namespace Load.Systems.Journal.Senders;

/// <summary>RELP as a sender speaks it: a line at a time, each when the one before is answered, or a window of them.</summary>
internal sealed class RelpSender(int port) : IDisposable
{
    /// <summary>The status of a line that is stored.</summary>
    public const string Taken = "200 OK";

    /// <summary>Lines without an answer, at most; that of rsyslog.</summary>
    private const int Window = 128;

    private readonly TcpClient _client = new() { NoDelay = true };
    private int _number;
    private int _answered;
    private StreamReader? _answers;

    /// <returns>The answer's status, such as <see cref="Taken"/>.</returns>
    /// <exception cref="IOException">The connection ended before the answer.</exception>
    public async Task<string> SendAsync(string line, CancellationToken cancellationToken)
    {
        await OpenAsync(cancellationToken);
        return await AskAsync("syslog", line, cancellationToken);
    }

    /// <summary>
    /// Sends lines, as many as the window has room for. Each answer makes room for the next line, which is sent at once: it also confirms
    /// what has come, and until then a receiver that gathers small packets holds further answers back.
    /// </summary>
    /// <exception cref="IOException">One was refused, or the connection ended before its answer.</exception>
    public async Task SendAsync(byte[][] lines, CancellationToken cancellationToken)
    {
        await OpenAsync(cancellationToken);
        for (var sent = 0; sent < lines.Length;)
        {
            var count = Math.Min(Window - (_number - _answered), lines.Length - sent);
            if (count > 0)
            {
                await WriteAsync(lines.AsMemory(sent, count), cancellationToken);
                sent += count;
            }
            else if (await AnswerAsync(cancellationToken) is var status && status != Taken)
            {
                throw new IOException($"A line was answered with '{status}'.");
            }
        }
    }

    public void Dispose()
    {
        _answers?.Dispose();
        _client.Dispose();
    }

    private async Task OpenAsync(CancellationToken cancellationToken)
    {
        if (_answers is null)
        {
            await _client.ConnectAsync("127.0.0.1", port, cancellationToken);
            _answers = new(_client.GetStream());
            await AskAsync("open", "relp_version=0\nrelp_software=lab\ncommands=syslog", cancellationToken);
        }
    }

    private async Task<string> AskAsync(string command, string data, CancellationToken cancellationToken)
    {
        using var frame = new MemoryStream();
        Write(frame, command, Encoding.UTF8.GetBytes(data));
        await WriteAsync(frame, cancellationToken);
        return await AnswerAsync(cancellationToken);
    }

    private async Task WriteAsync(ReadOnlyMemory<byte[]> lines, CancellationToken cancellationToken)
    {
        using var frames = new MemoryStream();
        foreach (var line in lines.Span)
        {
            Write(frames, "syslog", line);
        }

        await WriteAsync(frames, cancellationToken);
    }

    private async Task WriteAsync(MemoryStream frames, CancellationToken cancellationToken) =>
        await _client.GetStream().WriteAsync(frames.GetBuffer().AsMemory(0, (int)frames.Length), cancellationToken);

    private void Write(MemoryStream frames, string command, byte[] data)
    {
        frames.Write(Encoding.ASCII.GetBytes($"{++_number} {command} {data.Length} "));
        frames.Write(data);
        frames.WriteByte((byte)'\n');
    }

    private async Task<string> AnswerAsync(CancellationToken cancellationToken)
    {
        _answered++;
        string[] head = [await WordAsync(cancellationToken), await WordAsync(cancellationToken), await WordAsync(cancellationToken)];
        if (head[0] != $"{_answered}" || head[1] != "rsp" || !int.TryParse(head[2], out var length) || length > 4096)
        {
            throw new IOException($"The answer to message {_answered} is '{string.Join(' ', head)}'.");
        }

        var text = new char[length + 1];
        for (var read = 0; read < text.Length;)
        {
            var more = await _answers!.ReadAsync(text.AsMemory(read), cancellationToken);
            read += more > 0 ? more : throw new IOException("The connection ended within an answer.");
        }

        return new(text, 0, length);
    }

    private async Task<string> WordAsync(CancellationToken cancellationToken)
    {
        var (word, letter) = (new StringBuilder(), new char[1]);
        while (true)
        {
            if (await _answers!.ReadAsync(letter, cancellationToken) == 0)
            {
                throw new IOException("The connection ended before the answer.");
            }

            if (letter[0] is ' ' or '\n')
            {
                return word.ToString();
            }

            word.Append(letter[0]);
        }
    }
}

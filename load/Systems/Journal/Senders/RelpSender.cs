using System.Net.Sockets;
using System.Text;

namespace Load.Systems.Journal.Senders;

/// <summary>RELP as a sender speaks it, one unanswered message at a time.</summary>
internal sealed class RelpSender(int port) : IDisposable
{
    private readonly TcpClient _client = new() { NoDelay = true };
    private int _number;
    private StreamReader? _answers;

    /// <returns>The answer's status, such as <c>200 OK</c>.</returns>
    /// <exception cref="IOException">The connection ended before the answer.</exception>
    public async Task<string> SendAsync(string line, CancellationToken cancellationToken)
    {
        if (_answers is null)
        {
            await _client.ConnectAsync("127.0.0.1", port, cancellationToken);
            _answers = new(_client.GetStream());
            await AskAsync("open", "relp_version=0\nrelp_software=lab\ncommands=syslog", cancellationToken);
        }

        return await AskAsync("syslog", line, cancellationToken);
    }

    public void Dispose()
    {
        _answers?.Dispose();
        _client.Dispose();
    }

    private async Task<string> AskAsync(string command, string data, CancellationToken cancellationToken)
    {
        var frame = Encoding.UTF8.GetBytes($"{++_number} {command} {Encoding.UTF8.GetByteCount(data)} {data}\n");
        await _client.GetStream().WriteAsync(frame, cancellationToken);
        string[] head = [await WordAsync(cancellationToken), await WordAsync(cancellationToken), await WordAsync(cancellationToken)];
        if (head[0] != $"{_number}" || head[1] != "rsp" || !int.TryParse(head[2], out var length) || length > 4096)
        {
            throw new IOException($"The answer to {command} is '{string.Join(' ', head)}'.");
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

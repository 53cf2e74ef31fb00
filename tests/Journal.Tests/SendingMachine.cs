using System.Text;
using Journal.Features.Sealed;
using Journal.Log.Senders;

namespace Journal.Tests;

/// <summary>A machine called web-1, which has a key and sends sealed datagrams under it.</summary>
internal sealed class SendingMachine : IDisposable
{
    public TempDirectory Directory { get; } = new("sender");

    public string KeyFile => Directory.Combine("web-1.key");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Dispose();

    /// <summary>Makes its key, which the journal knows from then on.</summary>
    public async Task<SenderKey> JoinAsync(JournalHost host)
    {
        (await SenderCommand.AddAsync(host.Folder, "web-1", KeyFile, TextWriter.Null)).ShouldBe(0);
        return SenderKey.Parse(await File.ReadAllTextAsync(KeyFile, Token));
    }

    /// <returns>The command's output.</returns>
    public async Task<string> SendAsync(JournalHost host, string text)
    {
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(text));
        using var messages = new StringWriter();
        (await SendCommand.RunAsync(input, $"127.0.0.1:{host.Udp}", KeyFile, messages, TimeProvider.System, Token).Within()).ShouldBe(0);
        return messages.ToString();
    }
}

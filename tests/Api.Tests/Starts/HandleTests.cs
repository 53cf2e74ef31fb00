using System.Net;
using System.Net.Sockets;
using System.Text;
using Api.Tests.Hosts;

namespace Api.Tests.Starts;

/// <summary>A unit that allows too few handles: each host says so at the start, and clients leave it those that it needs itself.</summary>
[Trait("Category", "Nightly")]
public sealed class HandleTests : IDisposable
{
    private const int Handles = 700;
    private const int Clients = 500;

    /// <summary>Beside the 512 that a host keeps.</summary>
    private const int Served = Handles - 512;

    private readonly StartFolder _folder = new();
    private readonly List<TcpClient> _clients = [];

    public static TheoryData<string> Hosts => DescribedHosts.Names;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _clients.ForEach(client => client.Dispose());
        _folder.Dispose();
    }

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task Serve_WithFewHandles_SaysHowManyAreNeededAndOutlivesMoreClients(string host)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "prlimit(1) sets the limit");
        using var serving = _folder.Serve(host, Handles);
        await serving.IsUpAsync();

        var refused = 0;
        for (var client = 0; client < Clients; client++)
        {
            _clients.Add(new());
            refused += await SendAsync(_clients[^1], serving.Port, "GET /healthz/live HTTP/1.1\r\nHost: ") ? 0 : 1;
        }

        await Deadline.UntilAsync(() => refused + _clients.Count(IsClosed) >= Clients - Served);
        _clients.ForEach(client => client.Dispose());
        await serving.IsUpAsync();
        var said = await serving.EndAsync();
        said.ShouldContain($"The system allows {Handles} open handles, and ");
        said.ShouldContain($" are needed with {StartFolder.SectionOf(host)}:Clients:MaxConnections=4096");
        said.ShouldContain($"are closed: the limit of {Handles} open handles allows no more.");
        said.ShouldNotContain("Too many open files");
    }

    private static bool IsClosed(TcpClient client) =>
        client.Connected && client.Client.Poll(0, SelectMode.SelectRead) && client.Available == 0;

    /// <returns>False when the host has closed the connection already.</returns>
    private static async Task<bool> SendAsync(TcpClient client, int port, string text)
    {
        try
        {
            await client.ConnectAsync(IPAddress.Loopback, port, Token).AsTask().Within();
            await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(text), Token);
            return true;
        }
        catch (Exception closed) when (closed is IOException or SocketException)
        {
            client.Close();
            return false;
        }
    }
}

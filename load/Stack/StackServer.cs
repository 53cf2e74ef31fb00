using System.Net;
using System.Net.Sockets;
using Load.Servers;

namespace Load.Stack;

/// <summary>A process of a server beside the five: one that is killed is started again at once, on the data that it left.</summary>
internal abstract class StackServer : IStackProcess
{
    private Task _back = Task.CompletedTask;

    public abstract string Name { get; }

    public abstract string WatchedAs { get; }

    public bool EndsByItself => false;

    public abstract bool ShowsPause { get; }

    /// <summary>Whether it runs again, or was never killed.</summary>
    public bool IsBack => _back.IsCompleted;

    public abstract Task<bool> IsReadyAsync(HttpClient http, CancellationToken cancellationToken);

    public async Task KillAsync(CancellationToken cancellationToken)
    {
        await StopAsync(cancellationToken);
        _back = StartAgainAsync();
    }

    public Task SignalAsync(string signal, CancellationToken cancellationToken) => signal switch
    {
        "STOP" => PauseAsync(cancellationToken),
        "CONT" => ResumeAsync(cancellationToken),
        _ => throw new ArgumentOutOfRangeException(nameof(signal), signal, "Servers are killed, paused and resumed only."),
    };

    public Task BecomeWholeAsync(CancellationToken cancellationToken) => _back.WaitAsync(cancellationToken);

    protected abstract Task StopAsync(CancellationToken cancellationToken);

    /// <summary>No token: a server that is half up when the stack stops could not be found and stopped.</summary>
    protected abstract Task StartAgainAsync();

    protected abstract Task PauseAsync(CancellationToken cancellationToken);

    protected abstract Task ResumeAsync(CancellationToken cancellationToken);
}

/// <summary>One node of the store.</summary>
/// <param name="cluster">Its cluster.</param>
/// <param name="number">From 1.</param>
internal sealed class ElasticsearchNode(ElasticsearchCluster cluster, int number) : StackServer
{
    public override string Name => StackProbes.NodeOf(number - 1);

    public override string WatchedAs => StackProbes.Http;

    public override bool ShowsPause => true;

    public override async Task<bool> IsReadyAsync(HttpClient http, CancellationToken cancellationToken)
    {
        using var answer = await http.GetAsync(new Uri(cluster.Nodes[number - 1], StackProbes.NodeHealth), cancellationToken);
        return answer.IsSuccessStatusCode;
    }

    protected override Task StopAsync(CancellationToken cancellationToken) => cluster.KillAsync(number, cancellationToken);

    protected override Task StartAgainAsync() => cluster.ReviveAsync(number, CancellationToken.None);

    protected override Task PauseAsync(CancellationToken cancellationToken) => cluster.PauseAsync(number, cancellationToken);

    protected override Task ResumeAsync(CancellationToken cancellationToken) => cluster.ResumeAsync(number, cancellationToken);
}

/// <summary>The broker by which Sigma gets its events.</summary>
internal sealed class BrokerProcess(KafkaBroker broker) : StackServer
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    public override string Name => StackProbes.BrokerOf(0);

    public override string WatchedAs => StackProbes.Tcp;

    public override bool ShowsPause => false;

    /// <summary>Asks what the prober asks: whether its port takes connections, which it does a moment before it serves.</summary>
    public override async Task<bool> IsReadyAsync(HttpClient http, CancellationToken cancellationToken)
    {
        if (IsBack)
        {
            await BecomeWholeAsync(cancellationToken); // a start that failed says why
        }

        return await TakesConnectionsAsync(cancellationToken);
    }

    /// <summary>The kernel closes the port of a large process a moment after its end.</summary>
    protected override async Task StopAsync(CancellationToken cancellationToken)
    {
        await broker.KillAsync(cancellationToken);
        while (await TakesConnectionsAsync(cancellationToken))
        {
            await Task.Delay(Look, cancellationToken);
        }
    }

    protected override Task StartAgainAsync() => broker.StartAgainAsync(CancellationToken.None);

    protected override Task PauseAsync(CancellationToken cancellationToken) => broker.PauseAsync(cancellationToken);

    protected override Task ResumeAsync(CancellationToken cancellationToken) => broker.ResumeAsync(cancellationToken);

    private async Task<bool> TakesConnectionsAsync(CancellationToken cancellationToken)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(IPEndPoint.Parse(broker.Address), cancellationToken).AsTask().WaitAsync(Patience, cancellationToken);
            return true;
        }
        catch (Exception exception) when (exception is SocketException or TimeoutException)
        {
            return false;
        }
    }
}

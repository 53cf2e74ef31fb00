using System.Net;
using System.Net.NetworkInformation;
using Load.Machine;

namespace Load.Stack;

/// <summary>The five systems under way together.</summary>
internal sealed class RunningStack : IAsyncDisposable
{
    private readonly StackFolder _folder;
    private readonly TextWriter _output;
    private readonly List<SupervisedMember> _members = [];
    private StackServers? _servers;

    private RunningStack(StackFolder folder, StackPorts ports, TextWriter output) => (_folder, Ports, _output) = (folder, ports, output);

    public StackPorts Ports { get; }

    public StackPaths Paths => _folder.Paths;

    /// <summary>In the order in which they started.</summary>
    public IReadOnlyList<SupervisedMember> Members => _members;

    /// <summary>Name, address and purpose of the servers beside the members that the stack started.</summary>
    public IReadOnlyList<(string Name, string Address, string What)> Servers => _servers?.Addresses ?? [];

    /// <summary>All that a fault may strike.</summary>
    public IReadOnlyList<IStackProcess> Processes => [.. _members, .. _servers?.Processes ?? []];

    /// <param name="options">What runs, and where.</param>
    /// <param name="output">Gets what happens to members later.</param>
    /// <param name="cancellationToken">Ends the start; what runs by then is stopped.</param>
    /// <returns>The stack with every member ready.</returns>
    /// <exception cref="LabException">A port is taken, or a member did not come up; what runs by then is stopped.</exception>
    public static async Task<RunningStack> StartAsync(StackOptions options, TextWriter output, CancellationToken cancellationToken)
    {
        var ports = options.FreePorts ? StackPorts.Free(options.Analyzers) : StackPorts.Usual(options.Analyzers);
        var folder = StackFolder.Open(options.Folder, options.IsTemporary, options.Logs);
        var stack = new RunningStack(folder, ports, output);
        try
        {
            RequireFreePorts(StackMembers.Of(options, folder.Paths, ports));
            await stack.StartServersAsync(options.Servers, cancellationToken);
            options = stack._servers is { } own ? options with { StoreUrl = own.StoreUrl, Kafka = own.Kafka } : options;
            var members = StackMembers.Of(options, folder.Paths, ports);
            await File.WriteAllTextAsync(folder.Paths.Probes, StackProbes.Yaml(options, folder.Paths, ports), cancellationToken);
            await folder.MakeJournalAsync(cancellationToken);
            if (options.Kafka is { } brokers)
            {
                await StackTopics.MakeAsync(brokers, cancellationToken);
            }

            foreach (var stage in members.GroupBy(member => member.Stage).OrderBy(stage => stage.Key))
            {
                var starting = stage.Select(member => new SupervisedMember(member, folder.Paths, output, options.Processors)).ToList();
                stack._members.AddRange(starting);
                await Task.WhenAll(starting.Select(member => member.StartAsync(cancellationToken)));
            }

            return stack;
        }
        catch
        {
            await stack.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts members again that end by themselves.</summary>
    /// <param name="stop">Ends this.</param>
    /// <exception cref="LabException">One ends again and again.</exception>
    public async Task SuperviseAsync(CancellationToken stop)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var watching = _members.Select(member => member.SuperviseAsync(ending.Token)).ToList();
        try
        {
            await await Task.WhenAny(watching); // ends early only by an exception
        }
        finally
        {
            await ending.CancelAsync();
            await Task.WhenAll(watching).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Stops the members, the last one that started first: each can still tell the others what it has to.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var member in Enumerable.Reverse(_members))
        {
            await member.DisposeAsync();
        }

        if (_servers is not null)
        {
            if (_servers.Returning is { Count: > 0 } returning)
            {
                await _output.WriteLineAsync(
                    $"Waiting until {string.Join(", ", returning)} can be stopped: what was killed is starting again.");
            }

            await _servers.DisposeAsync();
        }

        _folder.Dispose();
        await _output.FlushAsync();
    }

    /// <exception cref="LabException">Another program listens on one of them.</exception>
    public static void RequireFreePorts(IEnumerable<StackMember> members)
    {
        var network = IPGlobalProperties.GetIPGlobalProperties();
        var taken = network.GetActiveTcpListeners().Concat(network.GetActiveUdpListeners())
            .Where(end => IPAddress.IsLoopback(end.Address) || end.Address.Equals(IPAddress.Any) || end.Address.Equals(IPAddress.IPv6Any))
            .Select(end => end.Port).ToHashSet();
        foreach (var member in members)
        {
            if (member.Addresses.FirstOrDefault(address => taken.Contains(address.Port)) is { } address)
            {
                throw new LabException(
                    $"Port {address.Port} of {member.Name} is taken by another program. Stop that program, or say --free-ports.");
            }
        }
    }

    private async Task StartServersAsync(string? script, CancellationToken cancellationToken)
    {
        if (script is not null)
        {
            await _output.WriteLineAsync("Elasticsearch and Kafka start, which takes a minute.");
            _servers = await StackServers.UpAsync(script, cancellationToken);
        }
    }
}

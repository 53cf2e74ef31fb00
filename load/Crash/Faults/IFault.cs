using Load.Server;

namespace Load.Crash.Faults;

/// <summary>Something that dies under the service, or the service itself. One instance strikes in every round.</summary>
internal interface IFault
{
    /// <summary>As the command line and the table have it.</summary>
    string Name { get; }

    /// <summary>The service dies of it: a request under way gets no answer, and it is started again. Otherwise it has to live through all rounds.</summary>
    bool EndsService { get; }

    /// <summary>The whole store is away for a while: of interest is how soon the service is as fast as before.</summary>
    bool IsOutage => false;

    /// <summary>For the service that suffers.</summary>
    ServiceSettings Exposed { get; }

    /// <summary>For one that reads back what is there, past the fault.</summary>
    ServiceSettings Sheltered { get; }

    /// <param name="service">Under load.</param>
    /// <param name="round">From 1.</param>
    /// <param name="draw">Random: whom it hits, and how.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <returns>What it did, in a few words.</returns>
    Task<string> StrikeAsync(ServiceProcess service, int round, ulong draw, CancellationToken cancellationToken);

    /// <summary>Ends it while the load goes on, where it is one that passes.</summary>
    Task RelieveAsync(CancellationToken cancellationToken);

    /// <summary>Makes good what it broke, before the next round.</summary>
    Task MendAsync(CancellationToken cancellationToken);
}

using Microsoft.Extensions.Options;
using Sigma.Engine.Rules;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Reloading;

/// <summary>Loads rules from files and folders at the start, and again when one of them changes, comes or goes.</summary>
internal sealed partial class RuleFolderService(
    IOptions<SigmaOptions> options, RuleStore store, TimeProvider time, ILogger<RuleFolderService> logger) : BackgroundService
{
    private const string Origin = "files";

    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(500);

    private IReadOnlyList<RuleFileState> _known = [];

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        _known = RuleFolder.States(options.Value.Rules);
        if (!store.Apply(Origin, [.. RuleFolder.Read(options.Value.Rules)]))
        {
            throw new InvalidDataException(string.Join(' ', [
                "There is no good rule. Name a file or a folder with one, as in --rules FOLDER.",
                .. store.Problems.Where(problem => problem.IsError).Take(3).Select(problem => $"{problem}")]));
        }

        await base.StartAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(LookPeriod, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            try
            {
                LookOnce();
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // A file that is being replaced: the next look finds it whole.
                Log.NotRead(logger, exception.Message);
            }
        }
    }

    private void LookOnce()
    {
        var states = RuleFolder.States(options.Value.Rules);
        if (states.SequenceEqual(_known))
        {
            return;
        }

        List<RuleText> texts = [.. RuleFolder.Read(options.Value.Rules)];
        _known = states;
        store.Apply(Origin, texts);
    }

    private static partial class Log
    {
        [LoggerMessage(43, LogLevel.Information, "Rules have changed, and cannot be read yet: {Reason}")]
        public static partial void NotRead(ILogger logger, string reason);
    }
}

using System.Text;
using Durable;
using Microsoft.Extensions.Options;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Reloading;

/// <summary>Loads rules from files and folders at the start, and again when one of them changes, appears or disappears.</summary>
internal sealed partial class RuleFolderService(
    IOptions<SigmaOptions> options, RuleStore store, TimeProvider time, ILogger<RuleFolderService> logger) : BackgroundService, IRuleHome
{
    private const string Origin = "files";

    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(500);

    private readonly Lock _looking = new();
    private IReadOnlyList<RuleFileState> _known = [];
    private RuleTexts _read = RuleTexts.None;
    private string? _reason;

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!Read(RuleFolder.States(options.Value.Rules)))
        {
            throw new InvalidDataException(string.Join(' ', [
                options.Value.RuleChanges.Chooses
                    ? "There is no valid rule of those that Sigma:Products, Sigma:Services and Sigma:Titles choose. Choose others."
                    : "There is no valid rule. Name a file or a folder with one: --rules FOLDER.",
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
                _reason = null;
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // A file that is being replaced: the next check finds it complete.
                Say(exception.Message);
            }
        }
    }

    RuleTexts IRuleHome.Read() => RuleFolder.Read(options.Value.Rules, RuleTexts.None);

    public string? NewFile(string id) =>
        options.Value.Rules.FirstOrDefault(Directory.Exists) is { } path ? Path.Combine(path, $"{id}.yml") : null;

    public Task WriteAsync(string file, string? text, CancellationToken cancellationToken)
    {
        if (text is null)
        {
            LocalDisk.Instance.Remove(file);
        }
        else
        {
            LocalDisk.Instance.Replace(file, Encoding.UTF8.GetBytes(text));
        }

        LookOnce();
        return Task.CompletedTask;
    }

    private void LookOnce()
    {
        lock (_looking)
        {
            LookIfChanged();
        }
    }

    private void LookIfChanged()
    {
        var states = RuleFolder.States(options.Value.Rules);
        if (!states.SequenceEqual(_known) || _read.Problems.Any(problem => RuleFolder.IsReadable(problem.File)))
        {
            Read(states);
        }
    }

    /// <returns>Whether there are rules to judge by.</returns>
    private bool Read(IReadOnlyList<RuleFileState> states)
    {
        var read = RuleFolder.Read(options.Value.Rules, _read);
        var isApplied = store.Apply(Origin, read);
        (_known, _read) = (states, read); // not before: what failed is tried again
        return isApplied;
    }

    private void Say(string reason)
    {
        if (_reason != reason)
        {
            Log.NotRead(logger, reason);
        }

        _reason = reason;
    }

    private static partial class Log
    {
        [LoggerMessage(43, LogLevel.Information, "Rules have changed, but cannot be read yet: {Reason}")]
        public static partial void NotRead(ILogger logger, string reason);
    }
}

using System.CommandLine;
using System.Globalization;
using Hosting.Lifetime;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Access;

/// <summary>
/// <c>keys add</c>, <c>keys list</c> and <c>keys revoke</c>: every host has these commands, for the key file that its settings name.
/// </summary>
/// <param name="host">Its names.</param>
/// <param name="settings">Settings from the command line, each <c>--Section:Key=Value</c>.</param>
/// <param name="addSettings">Registers the host's options.</param>
internal sealed class KeyCommands(HostDescription host, string[] settings, Action<IServiceCollection> addSettings)
{
    private const int MaxName = 64;

    private static readonly string[] EndFormats =
        ["yyyy-MM-dd", "yyyy-MM-ddTHH:mmK", "yyyy-MM-ddTHH:mm:ssK", "yyyy-MM-ddTHH:mm:ss.FFFFFFFK", "yyyy-MM-dd HH:mm:ssK"];

    public Command Create() => new("keys", "Manages the clients' keys: add, list, revoke. A running host applies changes by itself.")
    {
        Add(), List(), Revoke(),
    };

    private Command Add()
    {
        var name = new Argument<string>("name") { Description = "The client's name, for people." };
        var scopes = new Option<string>("--scopes") { Description = $"Some of {string.Join(",", ScopeNames.All)}.", Required = true };
        var expires = new Option<string?>("--expires") { Description = "A date (2027-01-31) or a time from now (90d, 12h)." };
        var command = new Command("add", "Makes a key, and shows it once.") { name, scopes, expires };
        command.SetAction((parsed, cancellationToken) => RunAsync(
            file => AddAsync(file, parsed.GetValue(name)!, parsed.GetValue(scopes)!, parsed.GetValue(expires), cancellationToken)));
        return command;
    }

    private Command List()
    {
        var command = new Command("list", "Shows all keys, without their secrets.");
        command.SetAction((_, _) => RunAsync(ListAsync));
        return command;
    }

    private Command Revoke()
    {
        var id = new Argument<string>("key") { Description = "The id of the key (see keys list), or the name of its client." };
        var command = new Command("revoke", "Revokes a key; this cannot be undone.") { id };
        command.SetAction((parsed, cancellationToken) => RunAsync(file => RevokeAsync(file, parsed.GetValue(id)!, cancellationToken)));
        return command;
    }

    private async Task<int> RunAsync(Func<KeyFile, Task<int>> command)
    {
        try
        {
            var builder = HostConfiguration.CreateBuilder(settings, addSettings);
            await using var services = builder.Services.BuildServiceProvider();
            if (services.GetRequiredService<IOptions<AccessOptions>>().Value.Keys is { Length: > 0 } path)
            {
                return await command(new KeyFile(path));
            }

            var key = host.Key(nameof(AccessOptions.Keys));
            return await RefuseAsync(
                $"The setting for the key file is missing: add --{key}=keys.json, to this command and to the {host.Name}.");
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception) || exception is InvalidDataException)
        {
            return await RefuseAsync(StartFailure.Sentence(exception));
        }
    }

    private static async Task<int> AddAsync(
        KeyFile file, string name, string scopeNames, string? expires, CancellationToken cancellationToken)
    {
        var now = TimeProvider.System.GetUtcNow();
        if (name.Length is 0 or > MaxName || name.Any(char.IsControl))
        {
            return await RefuseAsync($"A name has to have 1 to {MaxName} printable characters.");
        }

        if (!ScopeNames.TryParse(scopeNames.Split(','), out var scopes))
        {
            return await RefuseAsync($"The scopes have to be some of {string.Join(",", ScopeNames.All)}, separated by commas.");
        }

        DateTimeOffset? end = null;
        if (expires is not null && (end = ParseEnd(expires, now)) is not { } future)
        {
            return await RefuseAsync(
                "--expires has to be a date (2027-01-31), an instant (2027-01-31T12:00:00Z) or a time from now (90d, 12h).");
        }

        if (end <= now)
        {
            return await RefuseAsync("--expires has to be in the future.");
        }

        var key = AccessKey.Create(name, scopes, now, end, out var secret);
        await ChangeAsync(file, keys => [.. keys, key], cancellationToken);
        await Console.Error.WriteLineAsync($"A key for {name} is in {file.Path}. This is it; it is shown once, and stored nowhere:");
        await Console.Out.WriteLineAsync(secret);
        return ExitCode.Done;
    }

    private static async Task<int> ListAsync(KeyFile file)
    {
        var now = TimeProvider.System.GetUtcNow();
        foreach (var key in file.Read())
        {
            var state = key.Revoked is { } revoked ? $"revoked {Day(revoked)}"
                : key.Expires is not { } end ? "never expires"
                : end <= now ? $"expired {Day(end)}"
                : $"expires {Day(end)}";
            await Console.Out.WriteLineAsync(
                $"{key.Id}  {string.Join(',', key.Scopes),-26}  made {Day(key.Created)}  {state,-18}  {key.Name}");
        }

        return ExitCode.Done;
    }

    internal static async Task<int> RevokeAsync(KeyFile file, string which, CancellationToken cancellationToken)
    {
        AccessKey[] found = [];
        await ChangeAsync(
            file,
            keys =>
            {
                found = [.. keys.Where(key => key.Revoked is null && (key.Id == which || key.Name == which))];
                return found.Length == 1
                    ? [.. keys.Select(key => key == found[0] ? key with { Revoked = TimeProvider.System.GetUtcNow() } : key)]
                    : keys;
            },
            cancellationToken);
        if (found is not [var revoked])
        {
            return await RefuseAsync(found.Length == 0
                ? $"There is no valid key {which}. keys list shows all keys."
                : $"{found.Length} keys have the name {which}: give the id of one.");
        }

        await Console.Error.WriteLineAsync($"The key {revoked.Id} of {revoked.Name} is revoked.");
        return ExitCode.Done;
    }

    private static async Task ChangeAsync(
        KeyFile file, Func<IReadOnlyList<AccessKey>, IReadOnlyList<AccessKey>> change, CancellationToken cancellationToken)
    {
        if (!await file.ChangeAsync(change, cancellationToken))
        {
            await Console.Error.WriteLineAsync(
                $"keys: the owner of {file.Path} has changed to you. Make sure that the host can still read it.");
        }
    }

    /// <summary>Only forms that have one meaning: .NET would take 1.2 for a day in January, and 10:30 for a time of today.</summary>
    internal static DateTimeOffset? ParseEnd(string text, DateTimeOffset now) =>
        Durations.ParseOrNull(text) is { } time ? time < DateTimeOffset.MaxValue - now ? now + time : DateTimeOffset.MaxValue
        : DateTimeOffset.TryParseExact(
            text.Trim(), EndFormats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var end) ? end : null;

    private static string Day(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static async Task<int> RefuseAsync(string why)
    {
        await Console.Error.WriteLineAsync($"keys: {why}");
        return ExitCode.NotDone;
    }
}

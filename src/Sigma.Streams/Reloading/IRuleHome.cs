using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Reloading;

/// <summary>A place where rules are kept, in which single ones can be written.</summary>
internal interface IRuleHome
{
    /// <summary>The rules that it has now.</summary>
    RuleTexts Read();

    /// <returns>The name of the file for a new rule; null when there is no place for one.</returns>
    string? NewFile(string id);

    /// <summary>Writes a file of rules durably. It is in use when the task completes.</summary>
    /// <param name="file">Its name, as <see cref="Read"/> or <see cref="NewFile"/> gave it.</param>
    /// <param name="text">Its content; null removes it.</param>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <exception cref="IOException">It was not written, or is not in use yet.</exception>
    Task WriteAsync(string file, string? text, CancellationToken cancellationToken);
}

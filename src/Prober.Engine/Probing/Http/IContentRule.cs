namespace Prober.Engine.Probing.Http;

/// <summary>A requirement for a body that the engine itself does not know.</summary>
public interface IContentRule
{
    /// <param name="showsContent">Whether a message may show parts of the body.</param>
    /// <returns>What is wrong, for a person; null when the body is as required.</returns>
    string? Problem(string body, bool showsContent);
}

using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Actions;

/// <summary>Remembers which actions a document's objects are, and follows the references between them when all have been seen.</summary>
internal sealed class ActionGraph
{
    public const int MaxObjects = 65_536;
    public const int MaxReferences = 65_536;

    private readonly IntTable _objects = new(MaxObjects);
    private readonly PooledList<ActionReference> _references = new();
    private readonly PooledList<Act> _acts = new(capacity: 16);
    private readonly PooledList<byte> _arguments = new();
    private readonly FoundActTable _foundActs = new(ActionBehaviours.Count);
    private readonly Reach _reach = new();
    private int _forgetful;

    /// <summary>Actions that were not remembered because there are too many.</summary>
    public long Lost { get; private set; }

    /// <summary>Notes that a source is, or does, something.</summary>
    /// <param name="argument">The beginning of the address or the file's name that it has; may be empty.</param>
    public void Add(Origin origin, ActionKinds kinds, in ObjectPlace place, ReadOnlySpan<byte> argument)
    {
        var source = origin.Source;
        if (source > 0)
        {
            // The actions of an object that is not remembered count as unseen. What an event of it does is not what it is.
            _objects.GetOrAdd(source, out _) |= (int)(origin.Way is Way.Action ? kinds : kinds & ActionKinds.Forgotten);
        }
        else if (source < 0 && IsForgotten(kinds))
        {
            Forget(source);
        }

        if ((kinds & (ActionKinds.Outward | ActionKinds.Named)) == 0 || source == 0 || ActionBehaviours.Of(kinds) is not { } behaviour)
        {
            return;
        }

        if (source < 0)
        {
            See(behaviour, Triggers.OfSource(source), place, argument);
        }
        else if (_acts.Count < MaxObjects)
        {
            _acts.Add(new(origin, kinds, place, _arguments.Count, argument.Length));
            _arguments.Append(argument);
        }
        else
        {
            Lost++;
        }
    }

    /// <summary>Notes that a source names an object as its action or as the next one.</summary>
    /// <param name="place">Where it does so.</param>
    /// <param name="isScript">Whether it is a script: one that is not there is told by others.</param>
    public void AddReference(Origin origin, int target, in ObjectPlace place, bool isScript = false)
    {
        if (_references.Count == MaxReferences)
        {
            Forget(origin.Source);
            return;
        }

        _references.Add(new(origin.Source, target, origin.Way, isScript, place));
    }

    /// <summary>Whether an object has ended, or may have without being remembered.</summary>
    public bool MayKnow(int number) => _objects.Count == MaxObjects || _objects.TryGet(number, out _);

    /// <summary>Whether an object leads out of the document, or runs a script.</summary>
    public bool Leads(int number) => (KindsOf(number) & (ActionKinds.Outward | ActionKinds.JavaScript)) != 0;

    /// <summary>Whether an object is a string, or an array that has one in it.</summary>
    public bool HasText(int number) => (KindsOf(number) & ActionKinds.Text) != 0;

    /// <summary>Follows the references from all triggers when the file has ended; cycles end where they began.</summary>
    /// <returns>What of that was not in the file, or was not remembered.</returns>
    public PlaceList Follow()
    {
        var unseen = _reach.Follow(_references.Span, _objects);
        for (var trigger = Trigger.Field; trigger <= Trigger.Open; trigger++)
        {
            if ((_forgetful & (1 << (int)trigger)) != 0)
            {
                unseen.Add(default);
            }
        }

        foreach (ref var act in _acts.Span)
        {
            // What an object names is done by the action that leads there; without one it is a name and no more.
            var trigger = TriggerOf(act.Origin);
            if (trigger > Trigger.None || (act.Kinds & ActionKinds.Outward) != 0)
            {
                See(ActionBehaviours.Of(act.Kinds)!.Value, trigger, act.Place, _arguments.Span.Slice(act.Argument, act.Length));
            }
        }

        return unseen;
    }

    /// <summary>What leads to an action or a script with the least of the reader, after <see cref="Follow"/>.</summary>
    public Trigger TriggerOf(Origin origin) =>
        origin.Source < 0 ? Triggers.OfSource(origin.Source)
        : origin.Source == 0 ? Trigger.None
        : _reach.TriggerOf(origin, KindsOf(origin.Source));

    /// <summary>What the actions do, by <see cref="ActionBehaviour"/> and trigger; after <see cref="Follow"/> all of them.</summary>
    public FoundActTable Found => _foundActs;

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _objects.Clear();
        _references.Clear();
        _acts.Clear();
        _arguments.Clear();
        _foundActs.Clear();
        _reach.Clear();
        (_forgetful, Lost) = (0, 0);
    }

    private static bool IsForgotten(ActionKinds kinds) => (kinds & ActionKinds.Forgotten) != 0;

    private void Forget(int source)
    {
        if (source < 0)
        {
            _forgetful |= 1 << (int)Triggers.OfSource(source);
        }
        else if (source > 0)
        {
            _objects.GetOrAdd(source, out _) |= (int)ActionKinds.Forgotten;
        }
    }

    private ActionKinds KindsOf(int number) => _objects.TryGet(number, out var kinds) ? (ActionKinds)kinds : ActionKinds.None;

    private void See(ActionBehaviour behaviour, Trigger trigger, in ObjectPlace place, ReadOnlySpan<byte> argument)
    {
        var foundAct = _foundActs.Add((int)behaviour, trigger, place);
        if (!argument.IsEmpty)
        {
            foundAct.Excerpt ??= Excerpts.ToText(argument);
        }
    }

    /// <param name="Argument">Where the argument is kept.</param>
    /// <param name="Length">The argument's length.</param>
    private readonly record struct Act(Origin Origin, ActionKinds Kinds, ObjectPlace Place, int Argument, int Length);
}

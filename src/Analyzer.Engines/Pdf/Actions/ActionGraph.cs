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
    private readonly PooledList<TypedAct> _typed = new(capacity: 16);
    private readonly Reach _reach = new();
    private Dictionary<int, ActionKinds>? _typeNames;
    private Dictionary<int, ActionKinds>? _namers;
    private int _forgetful;
    private int _launching;

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

        if (source < 0 && (kinds & ActionKinds.Launch) != 0)
        {
            _launching |= 1 << (int)Triggers.OfSource(source);
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

    /// <summary>Notes an action whose type stands in another object.</summary>
    /// <param name="named">The kinds of what it names.</param>
    public void AddTyped(Origin origin, ActionKinds named, int typeObject, in ObjectPlace place, ReadOnlySpan<byte> argument)
    {
        if (_typed.Count == MaxObjects)
        {
            Forget(origin.Source);
            return;
        }

        _typed.Add(new(origin, named, typeObject, place, _arguments.Count, argument.Length));
        _arguments.Append(argument);
    }

    /// <summary>Notes that an object is a name, which may be the type of actions.</summary>
    public void AddTypeName(int number, ActionKinds kinds)
    {
        _typeNames ??= [];
        if (number > 0 && (_typeNames.Count < MaxObjects || _typeNames.ContainsKey(number)))
        {
            _typeNames[number] = _typeNames.GetValueOrDefault(number) | kinds;
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

    /// <summary>Whether an object refers to one that is a string.</summary>
    public bool RefersToText(int number)
    {
        foreach (ref readonly var reference in _references.Span)
        {
            if (reference.Source == number && HasText(reference.Target))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Follows the references from all triggers when the file has ended; cycles end where they began.</summary>
    /// <returns>What of that was not in the file, or was not remembered.</returns>
    public PlaceList Follow()
    {
        SettleTypes();
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
            var trigger = TriggerOf(act.Origin);
            var kinds = (act.Kinds & ActionKinds.Outward) != 0 || (trigger > Trigger.None && !IsLaunched(act)) ? act.Kinds
                : KindsByNamers(act);
            if (ActionBehaviours.Of(kinds) is { } behaviour)
            {
                See(behaviour, trigger, act.Place, _arguments.Span.Slice(act.Argument, act.Length));
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
        _typed.Clear();
        (_typeNames, _namers) = (null, null);
        _foundActs.Clear();
        _reach.Clear();
        (_forgetful, _launching, Lost) = (0, 0, 0);
    }

    private void SettleTypes()
    {
        for (var i = 0; i < _typed.Count; i++)
        {
            var act = _typed.Span[i];
            var kinds = _typeNames?.GetValueOrDefault(act.TypeObject, ActionKinds.Forgotten) ?? ActionKinds.Forgotten;
            Add(act.Origin, act.Named | kinds, act.Place, _arguments.Span.Slice(act.Argument, act.Length).ToArray());
        }
    }

    // A trigger has no object that keeps the kinds of the actions in it.
    private ActionKinds LaunchOf(int source) =>
        (_launching & (1 << (int)Triggers.OfSource(source))) != 0 ? ActionKinds.Launch : ActionKinds.None;

    private bool IsLaunched(in Act act) =>
        ((_namers ??= FindNamers()).GetValueOrDefault(act.Origin.Source) & ActionKinds.Launch) != 0;

    // What an object names that nothing leads to without a click is done by the action that names it. Without one it is a name and no
    // more, but for a file on another machine: readers fetch the parts of a document that lie there.
    private ActionKinds KindsByNamers(in Act act)
    {
        _namers ??= FindNamers();
        var namers = _namers.GetValueOrDefault(act.Origin.Source);
        var isText = (act.Kinds & (ActionKinds.Text | ActionKinds.GoTo)) == ActionKinds.Text;
        return namers == ActionKinds.Uri && (act.Kinds & ActionKinds.File) != 0 ? ActionKinds.None // www.example.com is no program
            : namers != ActionKinds.None ? act.Kinds | namers
            : !isText && (act.Kinds & ActionKinds.Embeds) == 0 ? act.Kinds & ActionKinds.Share
            : ActionKinds.None;
    }

    // The kinds of the actions that name an object as their address or file, or name one that does.
    private Dictionary<int, ActionKinds> FindNamers()
    {
        var namers = new Dictionary<int, ActionKinds>();
        var open = new Queue<int>();
        var references = _references.Span;
        references.Sort();
        foreach (ref readonly var reference in references)
        {
            Name(reference, reference.Source < 0 ? LaunchOf(reference.Source) : KindsOf(reference.Source) & ActionKinds.Outward);
        }

        while (open.TryDequeue(out var source))
        {
            for (var i = Reach.FirstOf(references, source); i < references.Length && references[i].Source == source; i++)
            {
                Name(references[i], namers[source]);
            }
        }

        return namers;

        // Another action names for itself.
        void Name(in ActionReference reference, ActionKinds kinds)
        {
            var known = namers.GetValueOrDefault(reference.Target);
            if ((known | kinds) != known && (KindsOf(reference.Target) & ActionKinds.Outward) == 0)
            {
                namers[reference.Target] = known | kinds;
                open.Enqueue(reference.Target);
            }
        }
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

    /// <param name="TypeObject">The object that names its type.</param>
    private readonly record struct TypedAct(
        Origin Origin, ActionKinds Named, int TypeObject, ObjectPlace Place, int Argument, int Length);
}
